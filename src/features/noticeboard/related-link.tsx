import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { checklistsQuery } from '@/data/checklists/checklists';
import { withoutFailureMessage } from '@/data/load-failed';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';

/** Link to the checklist of a notice; nothing if the checklist is inactive. */
export function RelatedLink({ checklistId }: { checklistId: string }) {
  const { data } = useQuery(withoutFailureMessage(checklistsQuery(useAccount())));
  const checklist = data?.find(({ id, active }) => id === checklistId && active);
  if (!checklist) return null;
  return (
    <ButtonLink className="w-fit" to={`/add-checklist?${new URLSearchParams({ template: checklist.id }).toString()}`}>
      <ClipboardCheck aria-hidden="true" className="text-accent" />
      Complete: {checklist.name}
    </ButtonLink>
  );
}
