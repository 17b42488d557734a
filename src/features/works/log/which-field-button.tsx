import { Suspense, type ComponentProps } from 'react';
import { optionalPart } from '@/ui/optional-part';

// Loaded on demand, so that it never delays the form.
const WhichField = optionalPart(async () => (await import('@/widgets/position/which-field')).WhichField);

/** "Which field am I in?" beside the choice of the customer. */
export const WhichFieldButton = (props: ComponentProps<typeof WhichField>) => (
  <Suspense>
    <WhichField {...props} />
  </Suspense>
);
