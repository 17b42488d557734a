import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { movePlannedJobs, type DiaryEvent } from '@/data/diary-events';
import { eventTitle } from '@/domain/diary-event';
import { addDays, formatDate, isDate } from '@/domain/time';
import { Button } from '@/ui/button';
import { CheckField } from '@/ui/check-field';
import { Dialog } from '@/ui/dialog';
import { DateField } from '@/ui/field';

/** "Rained off": a day's planned jobs go to another day, all at once or those that are ticked. */
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
  const formId = useId();
  const [to, setTo] = useState(() => addDays(from, 1));
  const [stays, setStays] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState(false);
  const move = useMutation(movePlannedJobs);
  const ids = jobs.map(({ id }) => id).filter((id) => !stays.has(id));
  const wrong = !isDate(to) || to === from ? 'Choose another day.' : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rained off: ${formatDate(from, today)}`}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            type="submit"
            form={formId}
            variant="main"
            disabled={ids.length === 0}
            busy={move.isPending}
            busyText="Moving..."
          >
            {`Move ${ids.length} ${ids.length === 1 ? 'job' : 'jobs'}`}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(true);
          if (wrong === undefined) move.mutate({ ids, from, to }, { onSuccess: onClose });
        }}
      >
        <DateField
          label="Move to"
          value={to}
          error={asked ? wrong : undefined}
          onChange={({ target }) => setTo(target.value)}
        />
        <fieldset className="grid gap-1" aria-label="Jobs">
          {jobs.map((job) => (
            <CheckField
              key={job.id}
              label={[eventTitle(job), ...job.assignedNames].join(', ')}
              checked={!stays.has(job.id)}
              onChange={({ target }) =>
                setStays((before) => {
                  const next = new Set(before);
                  if (target.checked) next.delete(job.id);
                  else next.add(job.id);
                  return next;
                })
              }
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
