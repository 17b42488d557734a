import { ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { EmptyState } from '@/ui/lists/list-states';

/** Placeholder for a screen that is not built yet. */
export function NotBuiltPage({ title, back }: { title: string; back: { to: string; label: string } }) {
  return (
    <Page title={title}>
      <EmptyState
        title={`${title} is not built yet.`}
        action={<ButtonLink to={back.to}>Back to {back.label}</ButtonLink>}
      />
    </Page>
  );
}
