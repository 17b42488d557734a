import { useEffect, useRef, useState } from 'react';
import type { Target } from '@/data/diary/diary-events';
import { addDays, isDate } from '@/domain/core/time';
import { eventTitle } from '@/domain/diary/diary-event';
import type { DiaryEvent } from '@/records/diary';
import { Chip } from '@/ui/forms/chip';
import { DateField, FieldError } from '@/ui/forms/field';
import { FormDialog } from '@/ui/popups/form-dialog';
import { movedJobs, useClash } from './use-clash';
import { useMove } from './use-move';
import { usePeople } from './use-people';

const STEPS = [
  { days: 1, label: 'A day later' },
  { days: -1, label: 'A day earlier' },
  { days: 7, label: 'A week later' },
] as const;

/**
 * Moves a planned event to another day or person. It keeps its length. `target`: where the event was dragged to, which has to
 * be confirmed.
 */
export function MoveDialog({
  event,
  target = event,
  onClose,
}: {
  event: DiaryEvent;
  target?: Target;
  onClose: () => void;
}) {
  const people = usePeople();
  const { move, isPending } = useMove(people);
  const [startDate, setStartDate] = useState(target.startDate);
  const [assignedTo, setAssignedTo] = useState(target.assignedTo);
  const [submitted, setSubmitted] = useState(false);
  const dateError = isDate(startDate) ? undefined : 'Choose a day.';
  const clash = useClash(movedJobs(event, { startDate, assignedTo }), people, [event.id]);
  const nobodyAway = event.kind === 'absence' && assignedTo.length === 0;
  return (
    <FormDialog
      title={`Move “${eventTitle(event)}”`}
      verb="Move"
      busy={isPending}
      busyText="Moving..."
      clash={clash}
      onSubmit={() => {
        setSubmitted(true);
        if (dateError === undefined && !nobodyAway) move(event, { startDate, assignedTo }, onClose);
      }}
      onClose={onClose}
    >
      <DateField
        label="First day"
        value={startDate}
        error={submitted ? dateError : undefined}
        onChange={({ target }) => setStartDate(target.value)}
      />
      <fieldset className="chips" aria-label="Steps">
        {STEPS.map(({ days, label }) => (
          <button
            key={label}
            type="button"
            className="chip"
            onClick={() => setStartDate(addDays(isDate(startDate) ? startDate : event.startDate, days))}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {people.length > 1 && (
        <fieldset className="field">
          <legend className="legend mb-1">{event.kind === 'absence' ? 'Who is away' : 'Who goes'}</legend>
          <div className="flex flex-wrap gap-2">
            {people.map(({ id, name }) => {
              const chosen = assignedTo.includes(id);
              return (
                <Chip
                  key={id}
                  pressed={chosen}
                  onClick={() => setAssignedTo(chosen ? assignedTo.filter((one) => one !== id) : [...assignedTo, id])}
                >
                  {name}
                </Chip>
              );
            })}
          </div>
          {submitted && nobodyAway && <FieldError>Choose who is away.</FieldError>}
        </fieldset>
      )}
    </FormDialog>
  );
}

/**
 * Moves an event to where it was dragged. If one of its people is away or has another job at that time, its dialog says so
 * first. Each drag needs a key of its own.
 */
export function Dropped({ event, target, onClose }: { event: DiaryEvent; target: Target; onClose: () => void }) {
  const people = usePeople();
  const { move } = useMove(people);
  const clash = useClash(movedJobs(event, target), people, [event.id]);
  // As it was when it became known: what changes after the move is no question.
  const [found, setFound] = useState(clash);
  if (found === undefined && clash !== undefined) setFound(clash);
  const isDone = useRef(false);
  useEffect(() => {
    if (found !== null || isDone.current) return;
    isDone.current = true;
    move(event, target, onClose);
  }, [found, event, target, onClose, move]);
  return typeof found === 'string' && <MoveDialog event={event} target={target} onClose={onClose} />;
}
