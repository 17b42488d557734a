import { useMutation } from '@tanstack/react-query';
import { Download, Save } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Printout } from '@/domain/rules/printout';
import { REGIMES, isRegime, type Regime } from '@/domain/rules/regimes';
import { REGIME_NAMES } from '@/domain/rules/rules';
import { useOffline } from '@/lib/online';
import type { Calculation, CalculationKind, SavedResults } from '@/records/calculations';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/forms/field';
import { Page } from '@/ui/layout/page';
import { Card } from '@/ui/layout/card';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { FiguresCard, GuideBanner } from './figures-card';
import { saveCsv, savePdf } from './calculation-files';
import { RegimeDialog } from './regime-dialog';
import { SaveDialog } from './save-dialog';
import { SavedCard, type Compared } from './saved-card';
import type { AnyForm, Calculator } from './use-calculator';

/** Shown while the form and the rules are being read. */
export const CalculatorLoading = ({ title, failed }: { title: string; failed: Error | null }) => (
  <Page title={title}>
    <Card>{failed ? <ErrorState title="The rules did not load" text={failed.message} /> : <LoadingRows />}</Card>
  </Page>
);

/** The frame of a calculator: answer and picture first, then the inputs, the figures used and the saved years. */
export function CalculatorPage<Form extends AnyForm>({
  title,
  kind,
  calculator,
  saved,
  compared,
  printout,
  results,
  usedKeys,
  missingKeys,
  touches,
  actions,
  answer,
  fields,
  children,
  foot,
}: {
  title: string;
  kind: CalculationKind;
  calculator: Calculator<Form>;
  saved: readonly Calculation[];
  compared: readonly Compared[];
  /** Null while the form is not complete. */
  printout: Printout | null;
  results: SavedResults | null;
  usedKeys: readonly string[];
  missingKeys: readonly string[];
  /** What missing figures are for. */
  touches?: ReadonlyMap<string, string> | undefined;
  actions?: ReactNode;
  answer: ReactNode;
  fields: ReactNode;
  children?: ReactNode;
  foot?: ReactNode;
}) {
  const { settings, canWrite } = useAccount();
  const today = useToday();
  const offline = useOffline();
  const file = useMutation(savePdf);
  const [saving, setSaving] = useState(false);
  /** The rules that were chosen, until the user confirms them. */
  const [asked, setAsked] = useState<Regime | null>(null);
  const name = `${kind}-${calculator.form.year}`;
  return (
    <Page title={title} className="calculator" actions={actions} foot={foot}>
      {answer}
      {children}
      <Card className="calc-card">
        <h2>Farm</h2>
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Rules"
            value={calculator.regime}
            onChange={({ target }) => {
              if (!isRegime(target.value)) return;
              if (calculator.isEmpty()) calculator.chooseRegime(target.value, null);
              else setAsked(target.value);
            }}
          >
            {REGIMES.map((regime) => (
              <option key={regime} value={regime}>
                {REGIME_NAMES[regime]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Year"
            inputMode="numeric"
            value={calculator.form.year}
            error={/^(20|21)\d\d$/.test(calculator.form.year) ? undefined : 'Enter a year.'}
            // The cast is safe: every form has a year.
            onChange={({ target }) => calculator.change({ year: target.value } as Partial<Form>)}
          />
        </div>
        {fields}
      </Card>
      <div className="calc-buttons">
        <Button disabled={results === null || offline || !canWrite} variant="main" onClick={() => setSaving(true)}>
          <Save aria-hidden="true" />
          Save this year
        </Button>
        <Button
          disabled={printout === null}
          busy={file.isPending}
          busyText="Preparing..."
          onClick={() => printout && file.mutate({ printout, name, today, zone: settings.zone })}
        >
          <Download aria-hidden="true" />
          PDF
        </Button>
        <Button disabled={printout === null} onClick={() => printout && saveCsv({ printout, name })}>
          <Download aria-hidden="true" />
          CSV
        </Button>
        <Button variant="quiet" onClick={calculator.clear}>
          Start again
        </Button>
      </div>
      {offline ? (
        <p className="hint">You need signal to save. What you enter stays on this device.</p>
      ) : (
        results === null && <p className="hint">Complete the form to save it or print it.</p>
      )}
      <FiguresCard {...{ calculator, usedKeys, missingKeys, touches }} />
      <SavedCard saved={saved} compared={compared} onOpen={calculator.open} />
      <GuideBanner calculator={calculator} />
      {asked && <RegimeDialog calculator={calculator} regime={asked} onClose={() => setAsked(null)} />}
      {saving && results && (
        <SaveDialog kind={kind} calculator={calculator} results={results} onClose={() => setSaving(false)} />
      )}
    </Page>
  );
}
