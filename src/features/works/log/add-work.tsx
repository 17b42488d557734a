import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '@/domain/core/money';
import { sumWords } from '@/domain/works/job-words';
import { sendWorkNow } from '@/features/works/entries/work-entries';
import type { Lists } from '@/features/works/form/job-start';
import { useWorkForm, type WorkDraft, type WorkEntry } from '@/features/works/form/use-work-form';
import type { WorkText } from '@/features/works/form/work-fields';
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
export function AddWork({
  lists,
  initialText,
  draft,
  draftKey,
  reservedId,
  replaces,
  notice,
}: {
  lists: Lists;
  initialText: WorkText;
  draft: WorkDraft | null;
  /** Key under which the draft is stored. */
  draftKey: string;
  /** The id for the entry, if a planned job or a shift has reserved one. */
  reservedId: string | null;
  /** Whether the draft is a job in the outbox, whose entry is replaced on saving. */
  replaces: boolean;
  notice: ReactNode;
}) {
  const entry = useWorkForm(lists, initialText, { draft, key: draftKey }, reservedId, replaces);
  const wide = useWide();
  const { step, saved, submit } = entry;
  const isBeforeQuantity = !wide && !(step.customer && step.taskName);
  const customerUrl = step.customer ? `/add-work?${new URLSearchParams({ customer: step.customer })}` : '/add-work';
  const back =
    wide || saved || (!step.customer && !step.finding)
      ? DIARY
      : step.taskName || (step.customer && step.finding)
        ? { to: customerUrl, label: 'the task' }
        : { to: '/add-work', label: 'the customer' };
  const main = saved ? (
    <SavedSlip entry={entry} slip={saved} />
  ) : wide ? (
    <EntryForm entry={entry} />
  ) : !step.customer ? (
    <CustomerStep entry={entry} />
  ) : !step.taskName ? (
    <TaskStep entry={entry} />
  ) : (
    <QuantityStep entry={entry} />
  );
  return (
    <Page title="Add Work" back={back} className={wide ? '' : 'flex-1 gap-3'}>
      {/* On a phone the note has no room above the number pad. */}
      {(wide || isBeforeQuantity || saved) && <StorageNote />}
      {notice}
      <UnstoredEntry entry={entry.unstoredEntry} sendMutation={sendWorkNow} onSent={entry.onUnstoredEntrySent} />
      {saved || isBeforeQuantity ? (
        <div className={wide ? 'grid max-w-form gap-3' : 'flex flex-1 flex-col gap-3'}>{main}</div>
      ) : (
        <form
          noValidate
          className={wide ? 'entry-columns' : 'contents'}
          aria-label="Work entry"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          {wide ? (
            <>
              <div className="entry-sheet">
                {main}
                <PhotoWait parent={entry.id} shown={entry.waitsForPhoto} />
                <SaveBar entry={entry} wide />
              </div>
              <LastJobs entry={entry} />
            </>
          ) : (
            <>
              {main}
              <PhotoWait parent={entry.id} shown={entry.waitsForPhoto} />
              <SaveBar entry={entry} />
            </>
          )}
        </form>
      )}
      <QuestionDialog entry={entry} />
    </Page>
  );
}

function SaveBar({ entry, wide = false }: { entry: WorkEntry; wide?: boolean }) {
  const { preview, text, account, busy, submit, waitsForPhoto } = entry;
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
