import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { movementsOfWorkQuery } from '@/data/movements';
import { withoutFailureMessage } from '@/data/load-failed';
import { toInputText } from '@/domain/core/money';
import { movesManure } from '@/domain/movements/from-job';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';

/** The form of a new movement, filled in from a job. The address carries what is known here, for use without signal. */
const newMovementPath = ({
  id,
  jobId,
  customer,
  workDate,
  quantity,
  chargeableUnit,
  taskName,
  taskDescription,
}: Work) =>
  `/manure-movements/new?${new URLSearchParams({
    ...{ work: id, job: jobId || id, customer, date: workDate, unit: chargeableUnit },
    quantity: quantity === null ? '' : toInputText(quantity),
    words: [taskName, taskDescription].filter(Boolean).join(' '),
  }).toString()}`;

/** On a job that moved slurry or manure: its movement record, or the form to make one. */
export function MovementLink({ work }: { work: Work }) {
  const { ownerId, canWrite } = useAccount();
  const isManure = movesManure(work.taskName, work.taskDescription);
  const { data } = useQuery({ ...withoutFailureMessage(movementsOfWorkQuery(ownerId, work.id)), enabled: isManure });
  const [movement] = data ?? [];
  if (!isManure || (!movement && !canWrite)) return null;
  return (
    <ButtonLink variant="quiet" to={movement ? `/manure-movements/${movement.id}` : newMovementPath(work)}>
      <Truck aria-hidden="true" />
      {movement ? 'See its movement record' : 'Make a movement record'}
    </ButtonLink>
  );
}
