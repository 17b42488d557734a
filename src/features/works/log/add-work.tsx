import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/domain/core/money';
import { sumWords } from '@/domain/works/job-words';
import { sendWorkNow } from '@/features/works/entries/work-entries';
import type { FormStart } from '@/features/works/form/typed-job';
import { useWorkForm, type WorkEntry } from '@/features/works/form/use-work-form';
import { Button } from '@/ui/button';
import { SaveDock } from '@/ui/forms/save-dock';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { StorageNote } from '@/widgets/install/storage-note';
import { PhotoWait } from '@/widgets/photos/photo-wait';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { CustomerStep } from './customer-step';
import { EntryForm, LastJobs } from './entry-form';
import { QuantityStep } from './quantity-step';
import { QuestionDialog } from './question-dialog';
import { SavedSlip } from './saved-slip';
import { TaskStep } from './task-step';

const DIARY = { to: '/diary', label: 'Diary' };

/** Logs a job: one question per screen on a phone, one form on a wide screen, with the same state. */
export function AddWork({ notice, ...start }: FormStart & { notice: ReactNode }) {
  const { job, price, choice, saving, questions, saved } = useWorkForm(start);
  const wide = useWide();
  const { step } = choice;
  const isBeforeQuantity = !wide && !(step.customer && step.taskName);
  const customerUrl = step.customer ? `/add-work?${new URLSearchParams({ customer: step.customer })}` : '/add-work';
  const back =
    wide || saved || (!step.customer && !step.finding)
      ? DIARY
      : step.taskName || (step.customer && step.finding)
        ? { to: customerUrl, label: 'the task' }
        : { to: '/add-work', label: 'the customer' };
  const main = saved ? (
    <SavedSlip job={job} choice={choice} slip={saved} />
  ) : wide ? (
    <EntryForm job={job} price={price} choice={choice} />
  ) : !step.customer ? (
    <CustomerStep job={job} choice={choice} />
  ) : !step.taskName ? (
    <TaskStep job={job} choice={choice} />
  ) : (
    <QuantityStep job={job} price={price} choice={choice} />
  );
  const filledIn = (
    <>
      {main}
      <PhotoWait parent={job.id} shown={saving.waitsForPhoto} />
      <SaveBar job={job} saving={saving} wide={wide} />
    </>
  );
  return (
    <Page title="Add Work" back={back} className={wide ? '' : 'flex-1 gap-3'}>
      {/* On a phone the note has no room above the number pad. */}
      {(wide || isBeforeQuantity || saved) && <StorageNote />}
      {notice}
      <UnstoredEntry entry={saving.unstoredEntry} sendMutation={sendWorkNow} onSent={saving.onUnstoredEntrySent} />
      {saved || isBeforeQuantity ? (
        <div className={wide ? 'grid max-w-form gap-3' : 'flex flex-1 flex-col gap-3'}>{main}</div>
      ) : (
        <form
          noValidate
          className={wide ? 'entry-columns' : 'contents'}
          aria-label="Work entry"
          onSubmit={(event) => {
            event.preventDefault();
            saving.submit();
          }}
        >
          {wide ? <div className="entry-sheet">{filledIn}</div> : filledIn}
          {wide && <LastJobs job={job} choice={choice} />}
        </form>
      )}
      <QuestionDialog {...questions} />
    </Page>
  );
}

function SaveBar({ job, saving, wide }: Pick<WorkEntry, 'job' | 'saving'> & { wide: boolean }) {
  const { preview, text, account } = job;
  const { busy, submit, waitsForPhoto } = saving;
  const { currency, seesRates } = account.settings;
  const { value } = preview;
  const valueWords =
    preview.quantity !== null && preview.rate === null
      ? 'Needs rate'
      : value === 0
        ? 'No charge'
        : value !== null && formatMoney(value, currency);
  const save = (
    <Button
      type="submit"
      variant="prominent"
      size={wide ? 'l' : 'xl'}
      wide={!wide}
      busy={busy}
      busyText={waitsForPhoto ? 'Preparing the photo...' : 'Saving...'}
    >
      <Check aria-hidden="true" />
      Save work
    </Button>
  );
  return (
    <SaveDock note={sumWords(preview, text.chargeableUnit, currency)} value={seesRates ? valueWords || ' ' : undefined}>
      {wide ? (
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="l" className="btn-on-bar" busy={busy} onClick={() => submit(true)}>
            Save and add another
          </Button>
          {save}
        </div>
      ) : (
        save
      )}
    </SaveDock>
  );
}
