import { Check, Plus } from 'lucide-react';
import { formatMoney } from '@/domain/core/money';
import { addDays, formatDate, isDate } from '@/domain/core/time';
import { counted, plural } from '@/domain/core/word-list';
import { SHEET_COLUMNS } from '@/domain/works/day-sheet';
import type { Lists } from '@/features/works/form/job-start';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField } from '@/ui/forms/field';
import { SaveDock } from '@/ui/forms/save-dock';
import { Dialog } from '@/ui/popups/dialog';
import { COLUMN_LABELS, SheetRow } from './sheet-row';
import { useDaySheet, type SheetDraft } from './use-day-sheet';

type Sheet = ReturnType<typeof useDaySheet>;

const jobWords = (count: number) => counted(count, 'job', 'jobs');

/** The sheet of one day: a grid of jobs for the keyboard, saved together. */
export function SheetForm({
  lists,
  draftKey,
  draft,
  onDiscard,
}: {
  lists: Lists;
  draftKey: string;
  draft: SheetDraft | null;
  onDiscard: () => void;
}) {
  const sheet = useDaySheet(lists, draft, draftKey);
  const { date, today, lines, failure, jobs, wrong } = sheet;
  const { currency } = sheet.account.settings;
  const day = isDate(date) ? `, ${formatDate(date, today)}` : '';
  return (
    <form
      noValidate
      className="flex flex-1 flex-col gap-4"
      aria-label="Day sheet"
      onSubmit={(event) => {
        event.preventDefault();
        sheet.submit();
      }}
    >
      {sheet.isRestored && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed before.
        </Banner>
      )}
      <Reports sheet={sheet} />
      <div className="flex flex-wrap items-start gap-x-6 gap-y-2">
        <DateField
          label="Date of the work"
          name="date"
          fieldClass="w-48"
          value={date}
          max={addDays(today, 1)}
          hint={date === addDays(today, -1) ? 'Yesterday' : undefined}
          error={sheet.dateProblem}
          onChange={({ target }) => sheet.setDate(target.value)}
        />
        <p className="hidden min-w-0 flex-1 basis-72 text-2 text-muted nav:block">
          One line for each docket. Tab and the arrows move, Enter begins the next line, Ctrl + D copies the cell above,
          Ctrl + Delete removes the line, Ctrl + Enter saves. Rows copied from a spreadsheet can be pasted.
        </p>
      </div>
      <div className="day-sheet-box">
        <div className="day-sheet-grid" {...sheet.gridProps}>
          <div className="day-sheet-head" aria-hidden="true">
            <span />
            {SHEET_COLUMNS.map((column) => (
              <span key={column}>{COLUMN_LABELS[column]}</span>
            ))}
            <span className="text-right">Value</span>
            <span />
          </div>
          {lines.map((line, at) => (
            <SheetRow
              key={line.id}
              number={at + 1}
              line={line}
              read={sheet.read(line)}
              refusal={failure?.at === at ? failure.sentence : null}
              repeats={sheet.repeats(at + 1)}
              context={sheet.context}
              {...sheet.rowActions}
            />
          ))}
        </div>
      </div>
      <div>
        <Button onClick={sheet.addLine}>
          <Plus aria-hidden="true" />
          Add a line
        </Button>
      </div>
      {failure && (
        <Banner tone="bad">
          {failure.at < 0 ? failure.sentence : `Nothing was saved. Line ${failure.at + 1}: ${failure.sentence}`}
        </Banner>
      )}
      {wrong.length > 0 && (
        <Banner tone="warn">
          {plural(wrong.length, `Line ${wrong[0] ?? 0} needs`, `Lines ${wrong.join(', ')} need`)} a correction before
          the sheet can be saved.
        </Banner>
      )}
      <SaveDock note={jobs === 0 ? 'No jobs yet' : jobWords(jobs) + day} value={formatMoney(sheet.total, currency)}>
        <Button type="submit" variant="prominent" size="l" busy={sheet.isSaving} busyText="Saving...">
          <Check aria-hidden="true" />
          Save sheet
        </Button>
      </SaveDock>
      <Dialog
        open={sheet.isAsking}
        onClose={sheet.goBack}
        title="Save these lines as they are?"
        actions={
          <>
            <Button variant="quiet" onClick={sheet.goBack}>
              Go back
            </Button>
            <Button variant="main" onClick={() => sheet.submit(true)}>
              Save anyway
            </Button>
          </>
        }
      >
        <ul className="grid gap-2">
          {sheet.questions.map((question) => (
            <li key={question}>{question}</li>
          ))}
        </ul>
      </Dialog>
    </form>
  );
}

/** What was saved, and what was pasted. */
function Reports({ sheet: { saved, report, today, account, undoPaste, closeReport } }: { sheet: Sheet }) {
  return (
    <>
      {saved && (
        <Banner
          tone="good"
          action={<ButtonLink to={`/works-list?from=${saved.date}&to=${saved.date}`}>Show them</ButtonLink>}
        >
          {jobWords(saved.entries)} saved for {formatDate(saved.date, today)},{' '}
          {formatMoney(saved.total, account.settings.currency)} in all.
          {saved.unpriced > 0 && ` ${saved.unpriced} without a value yet.`}
        </Banner>
      )}
      {report && (
        <Banner
          tone={report.problems.length > 0 ? 'warn' : 'note'}
          action={<Button onClick={undoPaste}>Undo paste</Button>}
          onDismiss={closeReport}
        >
          {[report.words, ...report.problems].join(' ')}
        </Banner>
      )}
    </>
  );
}
