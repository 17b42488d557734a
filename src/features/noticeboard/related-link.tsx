import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Salad, Wheat } from 'lucide-react';
import { checklistsQuery } from '@/data/checklists/checklists';
import { withoutFailureMessage } from '@/data/load-failed';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import type { NoticeRecord } from '@/records/notices';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { fillAddress } from '@/widgets/checklists/fill-address';

type Linked = { id: string; name: string; active: boolean };
const activeOne = (list: readonly Linked[] | undefined, id: string) => list?.find((one) => one.id === id && one.active);

/** The button to the record of a notice; nothing if the record is not in use any more. */
export function RelatedLink({ table, id }: { table: NonNullable<NoticeRecord['relatedTable']>; id: string }) {
  if (table === 'tmr_mixes') return <TmrLink id={id} />;
  return table === 'meal_mixes' ? <MealLink id={id} /> : <ChecklistLink id={id} />;
}

function ChecklistLink({ id }: { id: string }) {
  const account = useAccount();
  const { data } = useQuery(withoutFailureMessage(checklistsQuery(account)));
  const checklist = activeOne(data, id);
  if (!checklist || !account.canWrite) return null;
  return (
    <ButtonLink className="w-fit" to={fillAddress(checklist.id)}>
      <ClipboardCheck aria-hidden="true" className="text-accent" />
      Complete: {checklist.name}
    </ButtonLink>
  );
}

function TmrLink({ id }: { id: string }) {
  const mix = activeOne(useQuery(withoutFailureMessage(tmrMixesQuery(useAccount()))).data, id);
  if (!mix) return null;
  return (
    <ButtonLink className="w-fit" to={`/tmr-mixes/${mix.id}/load`}>
      <Salad aria-hidden="true" className="text-accent" />
      Load sheet: {mix.name}
    </ButtonLink>
  );
}

function MealLink({ id }: { id: string }) {
  const mix = activeOne(useQuery(withoutFailureMessage(mealMixesQuery(useAccount()))).data, id);
  if (!mix) return null;
  return (
    <ButtonLink className="w-fit" to={`/meal-mixes/${mix.id}/batch`}>
      <Wheat aria-hidden="true" className="text-accent" />
      Mix a batch: {mix.name}
    </ButtonLink>
  );
}
