import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { movePlannedJobs } from '@/data/diary/diary-events';
import { addDays, formatDate, isDate } from '@/domain/core/time';
import { counted } from '@/domain/core/word-list';
import { eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { CheckField } from '@/ui/forms/check-field';
import { DateField } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { movedJobs, useClash } from './use-clash';
import { usePeople } from './use-people';

/** "Rained off": moves the planned jobs of a day to another day. All are ticked at first; only ticked ones move. */
export function RainDialog({
  jobs,
  from,
  today,
  onClose,
}: {
  jobs: readonly DiaryEvent[];
  from: string;
  today: string;
  onClose: () => void;
}) {
  const [to, setTo] = useState(() => addDays(from, 1));
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set());
  const [submitted, setSubmitted] = useState(false);
  const move = useMutation(movePlannedJobs);
  const people = usePeople();
  const moved = jobs.filter(({ id }) => !excluded.has(id));
  const ids = moved.map(({ id }) => id);
  const clash = useClash(
    moved.flatMap((job) => movedJobs(job, { startDate: to, assignedTo: job.assignedTo })),
    people,
    ids,
  );
  const error = !isDate(to) || to === from ? 'Choose another day.' : undefined;
  return (
    <FormDialog
      title={`Rained off: ${formatDate(from, today)}`}
      verb={`Move ${counted(ids.length, 'job', 'jobs')}`}
      busy={move.isPending}
      busyText="Moving..."
      disabled={ids.length === 0}
      clash={clash}
      onSubmit={() => {
        setSubmitted(true);
        if (error === undefined) move.mutate({ ids, from, to }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <DateField
        label="Move to"
        value={to}
        error={submitted ? error : undefined}
        onChange={({ target }) => setTo(target.value)}
      />
      <fieldset className="grid gap-1" aria-label="Jobs">
        {jobs.map((job) => (
          <CheckField
            key={job.id}
            label={[eventTitle(job), ...job.assignedNames].join(', ')}
            checked={!excluded.has(job.id)}
            onChange={({ target }) =>
              setExcluded((before) => {
                const next = new Set(before);
                if (target.checked) next.delete(job.id);
                else next.add(job.id);
                return next;
              })
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}
