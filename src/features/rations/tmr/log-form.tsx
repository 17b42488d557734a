import { add, formatQuantity, NOT_A_NUMBER } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import { fedItems, loadedText, refusalsOf, type FeedingDraft } from '@/domain/rations/feeding-draft';
import type { LoadSheet, TmrItem } from '@/domain/rations/tmr';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextAreaField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Card, CardHead } from '@/ui/layout/card';

/** Logs a feeding: the kg left over from the last feed, and the kg loaded, filled in from the load sheet. */
export function LogForm({
  draft,
  sheet,
  submitted,
  busy,
  onChange,
  onSave,
}: {
  draft: FeedingDraft;
  sheet: LoadSheet<TmrItem>;
  /** Whether saving was tried: problems are shown from then on. */
  submitted: boolean;
  busy: boolean;
  onChange: (change: Partial<FeedingDraft>) => void;
  onSave: () => void;
}) {
  const items = fedItems(draft, sheet);
  const total = add(...items.flatMap((item) => item?.actual ?? []));
  const noteTooLong = draft.note.trim().length > 500;
  return (
    <EntryForm onSubmit={onSave}>
      <div className="grid content-start gap-4 max-nav:flex-1">
        <p className="text-4 font-bold">{draft.head} head</p>
        <NumberField
          label="Left over from the last feed"
          optional
          after="kg"
          hint="2 to 5 % is usual."
          error={submitted && refusalsOf(draft) === undefined ? NOT_A_NUMBER : undefined}
          value={draft.refusals}
          onChange={({ currentTarget }) => onChange({ refusals: currentTarget.value })}
        />
        <Card className="overflow-clip">
          <CardHead title={plural(sheet.loads, 'Loaded', `Loaded in ${sheet.loads} loads`)} />
          <div className="grid gap-3 p-4 sm:grid-cols-2">
            {sheet.rows.map(({ item }, at) => (
              <NumberField
                key={item.order}
                label={item.name}
                after="kg"
                error={submitted && items[at] === null ? NOT_A_NUMBER : undefined}
                value={loadedText(draft, sheet, at)}
                onChange={({ currentTarget }) =>
                  onChange({ actual: { ...draft.actual, [item.order]: currentTarget.value } })
                }
              />
            ))}
          </div>
        </Card>
        <TextAreaField
          label="Note"
          optional
          rows={2}
          error={submitted && noteTooLong ? 'Too long: 500 characters at most.' : undefined}
          value={draft.note}
          onChange={({ target }) => onChange({ note: target.value })}
        />
        {submitted && total === 0 && <Banner tone="bad">Nothing was loaded.</Banner>}
        <Button wide onClick={() => onChange({ logging: false })}>
          Back to the load sheet
        </Button>
      </div>
      <SaveDock note="Loaded" value={`${formatQuantity(total)} kg`}>
        <SaveButton busy={busy}>Save feeding</SaveButton>
      </SaveDock>
    </EntryForm>
  );
}
