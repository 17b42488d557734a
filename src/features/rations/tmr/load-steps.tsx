import { Check, ChevronLeft, ChevronRight, ClipboardCheck } from 'lucide-react';
import { formatQuantity } from '@/domain/core/money';
import { headOf, headProblem, type FeedingDraft } from '@/domain/rations/feeding-draft';
import { loadsWords } from '@/domain/rations/mix-words';
import { PREMIX, sheetKg, type LoadRow, type LoadSheet, type TmrItem } from '@/domain/rations/tmr';
import { useAccount } from '@/session/account';
import { Button, IconButton } from '@/ui/button';
import { SaveDock } from '@/ui/forms/save-dock';
import { Stepper } from '@/ui/forms/stepper';
import { Card } from '@/ui/layout/card';

/** Head count, the ingredient that goes in next with what the scale must read, and the whole sheet below. */
export function LoadSteps({
  draft,
  sheet,
  onChange,
}: {
  draft: FeedingDraft;
  /** Null while the head count is not valid. */
  sheet: LoadSheet<TmrItem> | null;
  onChange: (change: Partial<FeedingDraft>) => void;
}) {
  const { canWrite } = useAccount();
  const head = headOf(draft.head);
  const setHead = (text: string) => onChange({ head: text, step: 0, load: 0, actual: {} });
  const row = sheet?.rows[draft.step];
  const isFirst = draft.step === 0 && draft.load === 0;
  const isLast = sheet !== null && draft.step === sheet.rows.length - 1 && draft.load === sheet.loads - 1;
  const goOn = () => {
    if (sheet === null) return;
    if (isLast) onChange({ logging: canWrite });
    else if (draft.step < sheet.rows.length - 1) onChange({ step: draft.step + 1 });
    else onChange({ load: draft.load + 1, step: 0 });
  };
  const goBack = () => {
    if (draft.step > 0) onChange({ step: draft.step - 1 });
    else onChange({ load: draft.load - 1, step: (sheet?.rows.length ?? 1) - 1 });
  };
  const next = sheet?.rows[draft.step + 1]?.item.name ?? sheet?.rows[0]?.item.name;
  return (
    <div className="flex flex-col gap-4 max-nav:flex-1">
      <div className="grid content-start gap-4 max-nav:flex-1">
        <Stepper
          label="Head today"
          value={draft.head}
          inputMode="numeric"
          error={headProblem(draft.head) ?? undefined}
          lessDisabled={head !== null && head <= 1}
          onStep={(delta) => setHead(String(Math.max(1, (head ?? 0) + delta)))}
          onChange={setHead}
        />
        {sheet && (
          <p className="text-4 font-bold" aria-live="polite">
            {loadsWords(sheet)}
          </p>
        )}
        {sheet && row && <Step row={row} draft={draft} sheet={sheet} />}
        {sheet && <Sheet draft={draft} sheet={sheet} />}
        {canWrite && sheet && !isLast && (
          <Button wide size="l" onClick={() => onChange({ logging: true })}>
            <ClipboardCheck aria-hidden="true" />
            Log feeding
          </Button>
        )}
      </div>
      {sheet && (canWrite || !isLast) && (
        <SaveDock
          note={sheet.loads > 1 ? `Load ${draft.load + 1} of ${sheet.loads}` : null}
          value={`${draft.step + 1} of ${sheet.rows.length}`}
        >
          <div className="flex gap-2">
            <IconButton label="Back one step" className="dock-back" disabled={isFirst} onClick={goBack}>
              <ChevronLeft aria-hidden="true" />
            </IconButton>
            <Button variant="prominent" size="xl" wide onClick={goOn}>
              {isLast ? (
                <>
                  <Check aria-hidden="true" />
                  Log feeding
                </>
              ) : (
                <>
                  Next: {next}
                  <ChevronRight aria-hidden="true" />
                </>
              )}
            </Button>
          </div>
        </SaveDock>
      )}
    </div>
  );
}

function Step({
  row: { item, kg, reads, adds, premix },
  draft,
  sheet,
}: {
  row: LoadRow<TmrItem>;
  draft: FeedingDraft;
  sheet: LoadSheet<TmrItem>;
}) {
  return (
    <section className="load-step" aria-live="polite" aria-label="Load now">
      <p className="load-step-place">
        {draft.step + 1} of {sheet.rows.length}
        {sheet.loads > 1 && `, load ${draft.load + 1} of ${sheet.loads}`}
      </p>
      <h2>{item.name}</h2>
      <p>
        Until the scale reads
        <b className="load-step-reading figure">{formatQuantity(reads)} kg</b>
      </p>
      <p className="text-4">
        {formatQuantity(adds)} kg more
        {item.minutes !== null && `, then mix ${item.minutes} min`}
      </p>
      {premix && (
        <p className="font-bold">
          {PREMIX} {formatQuantity(sheetKg(kg))} kg
        </p>
      )}
      {item.note !== '' && <p className="wrap-anywhere">{item.note}</p>}
    </section>
  );
}

function Sheet({ draft, sheet }: { draft: FeedingDraft; sheet: LoadSheet<TmrItem> }) {
  return (
    <Card className="overflow-clip">
      <table className="load-table">
        <caption className="sr-only">One load in loading order</caption>
        <thead>
          <tr>
            <th scope="col">Feed</th>
            <th scope="col" className="figure">
              kg
            </th>
            <th scope="col" className="figure">
              Scale reads
            </th>
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map(({ item, kg, reads }, at) => (
            <tr key={item.order} aria-current={at === draft.step ? 'step' : undefined}>
              <th scope="row">
                {at < draft.step && <Check aria-label="Loaded" className="inline size-5 text-positive" />} {item.order}.{' '}
                {item.name}
              </th>
              <td className="figure">{formatQuantity(sheetKg(kg))}</td>
              <td className="figure">
                <b>{formatQuantity(reads)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
