import { Truck } from 'lucide-react';
import { toInputText } from '@/domain/core/money';
import { movesManure } from '@/domain/movements/from-job';
import type { Work } from '@/records/works';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { useMovementOfWork } from '@/widgets/movements/shown-movements';

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
  const { canWrite } = useAccount();
  const isManure = movesManure(work.taskName, work.taskDescription);
  const movement = useMovementOfWork(work.id, isManure);
  if (!isManure || (!movement && !canWrite)) return null;
  return (
    <ButtonLink variant="quiet" to={movement ? `/manure-movements/${movement.id}` : newMovementPath(work)}>
      <Truck aria-hidden="true" />
      {movement ? 'See its movement record' : 'Make a movement record'}
    </ButtonLink>
  );
}
