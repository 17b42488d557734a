import { Clock } from 'lucide-react';
import { useState, type ComponentProps } from 'react';
import { formatDuration } from '@/domain/core/time';
import { timesTextOf } from '@/domain/works/edited-work';
import { minutesOf, timesWords } from '@/domain/works/work-words';
import { LONG_MINUTES } from '@/features/works/form/save-questions';
import { TimesFields } from '@/features/works/form/times-fields';
import type { Work } from '@/records/works';
import { Button } from '@/ui/button';

const FIELDS = ['startTime', 'finishTime', 'breaks', 'startSecond', 'finishSecond'] as const;
type Field = (typeof FIELDS)[number];

type Props = Omit<ComponentProps<typeof TimesFields>, 'form'> & {
  work: Work;
  form: ComponentProps<typeof TimesFields>['form'] & {
    resetField: (field: Field) => void;
    clearErrors: (fields: Field[]) => void;
  };
  /** The value that the entry would get from the times in the fields, as text. */
  newValueWords: string;
};

/** The times of an entry. They stay as they are unless the person opens this section to correct or add them. */
export function CorrectTimes({ work, form, text, shift, rules, newValueWords }: Props) {
  const minutes = minutesOf(work);
  const originalTimes = timesTextOf(work);
  const [open, setOpen] = useState(false);
  const differs = FIELDS.some((field) => text[field] !== originalTimes[field]);
  if (!open && !differs) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {minutes === null ? (
          <p className="text-2 text-muted">No times</p>
        ) : (
          <p className="text-2">
            <b>{timesWords(work)}</b>, {formatDuration(minutes)}
          </p>
        )}
        <Button onClick={() => setOpen(true)}>
          <Clock aria-hidden="true" />
          {minutes === null ? 'Add times' : 'Correct times'}
        </Button>
      </div>
    );
  }
  return (
    <section className="grid gap-3" aria-label="Correct times">
      <TimesFields form={form} text={text} rules={rules} shift={shift} />
      {differs && shift?.ok && (
        <output className="hint">
          {shift.elapsed > LONG_MINUTES && 'That is over 16 hours. Is it right? '}
          {newValueWords}
        </output>
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-4 text-2 text-muted">
        {minutes === null ? 'There were no times.' : `Logged as ${timesWords(work)}, ${formatDuration(minutes)}.`}
        <Button
          variant="quiet"
          className="-mx-quiet"
          onClick={() => {
            for (const field of FIELDS) form.resetField(field);
            form.clearErrors([...FIELDS]);
            setOpen(false);
          }}
        >
          Leave the times as they were
        </Button>
      </p>
    </section>
  );
}
