import { lazy, Suspense, type ComponentProps, type ComponentType } from 'react';
import type { WhichField as LoadedWhichField } from '@/widgets/position/which-field';

type Props = ComponentProps<typeof LoadedWhichField>;

// Loaded on demand, so that it never delays the form. Renders nothing if it can't be loaded.
const WhichField = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
  try {
    return { default: (await import('@/widgets/position/which-field')).WhichField };
  } catch {
    return { default: () => null };
  }
});

/** "Which field am I in?" beside the choice of the customer. */
export function WhichFieldButton({ onChoose }: Props) {
  return (
    <Suspense>
      <WhichField onChoose={onChoose} />
    </Suspense>
  );
}
