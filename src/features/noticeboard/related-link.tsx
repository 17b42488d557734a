import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { checklistsQuery } from '@/data/checklists';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';

/** The checklist that a notice asks for, to be filled in; none for one that is off the list. */
export function RelatedLink({ checklistId }: { checklistId: string }) {
  const { data } = useQuery({ ...checklistsQuery(useAccount()), meta: {} });
  const checklist = data?.find(({ id, active }) => id === checklistId && active);
  if (!checklist) return null;
  return (
    <ButtonLink className="w-fit" to={`/add-checklist?${new URLSearchParams({ template: checklist.id }).toString()}`}>
      <ClipboardCheck aria-hidden="true" className="text-accent" />
      Complete: {checklist.name}
    </ButtonLink>
  );
}
