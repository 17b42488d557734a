import { Pencil } from 'lucide-react';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button, ButtonLink } from '@/ui/button';

/** Leads to the form of a record that is changed online. */
export function EditLink({ to }: { to: string }) {
  const reason = useDisabledReason();
  const content = (
    <>
      <Pencil aria-hidden="true" />
      Edit
    </>
  );
  return reason === null ? (
    <ButtonLink variant="main" to={to}>
      {content}
    </ButtonLink>
  ) : (
    <Button disabled title={reason}>
      {content}
    </Button>
  );
}
