import { useState } from 'react';
import { formatDateNumeric } from '@/domain/core/time';
import { figureName } from '@/domain/rules/figure-names';
import { figureOf, isUnconfirmed, type Figure } from '@/domain/rules/figures';
import { CHECK_WORDS } from '@/domain/rules/regimes';
import { figureWords, guideWords } from '@/domain/rules/printout';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card } from '@/ui/layout/card';
import { OwnFigureDialog } from './own-figure-dialog';
import type { AnyForm, Calculator } from './use-calculator';

/** Every figure that the result depends on, with its source. Missing figures come first, with buttons to enter them. */
export function FiguresCard<Form extends AnyForm>({
  calculator,
  usedKeys,
  missingKeys,
  touches,
}: {
  calculator: Calculator<Form>;
  usedKeys: readonly string[];
  missingKeys: readonly string[];
  /** What missing figures are for. */
  touches?: ReadonlyMap<string, string> | undefined;
}) {
  const { rules, own } = calculator;
  const [edited, setEdited] = useState<Figure | null>(null);
  const figureFor = (key: string) => figureOf(rules, own, key);
  const missing = missingKeys.map(figureFor);
  return (
    <>
      {missing.length > 0 && (
        <Card className="calc-card">
          <h2>Enter these figures</h2>
          <p className="hint">
            No source could be read for them. Take them from your guidance, your laboratory or your adviser.
          </p>
          <ul className="ruled-list">
            {missing.map((figure) => (
              <li key={figure.key}>
                <span>
                  <b>{figureName(rules, figure.key)}</b>
                  <small>
                    {[figure.unit === 'period' ? 'From and to' : figure.unit, figure.note, touches?.get(figure.key)]
                      .filter(Boolean)
                      .join('. ')}
                  </small>
                </span>
                <Button aria-label={`Enter ${figureName(rules, figure.key)}`} onClick={() => setEdited(figure)}>
                  Enter
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <details className="card calc-card">
        <summary>
          <h2>Figures and their sources</h2>
        </summary>
        <p className="hint">
          {rules.title}, rules of {formatDateNumeric(rules.version)}.
        </p>
        <ul className="ruled-list">
          {usedKeys.map(figureFor).map((figure) => (
            <li key={figure.key}>
              <span>
                <b>{figureName(rules, figure.key)}</b>
                <span className="tabular-nums">{figureWords(figure)}</span>
                <small>
                  <Source figure={figure} />
                  {figure.note && ` ${figure.note}`}
                </small>
                {isUnconfirmed(figure) && <small className="check-words">{CHECK_WORDS}</small>}
              </span>
              <Button
                variant="quiet"
                aria-label={`Change ${figureName(rules, figure.key)}`}
                onClick={() => setEdited(figure)}
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      </details>
      {edited && <OwnFigureDialog figure={edited} calculator={calculator} onClose={() => setEdited(null)} />}
    </>
  );
}

function Source({ figure: { source, confidence, replaced, unit } }: { figure: Figure }) {
  if (!source) return 'No source.';
  if (confidence === 'own') {
    const before = replaced === null ? '' : ` Instead of ${figureWords({ value: replaced, unit })}.`;
    return `Own figure: ${source.title}.${before}`;
  }
  const words = `${source.title}${source.year === null ? '' : `, ${source.year}`}.`;
  return source.url === '' ? (
    words
  ) : (
    <a className="link" href={source.url} target="_blank" rel="noreferrer">
      {words}
    </a>
  );
}

/** Shown at the foot of every calculator, with or without a result. */
export function GuideBanner<Form extends AnyForm>({ calculator: { rules, form } }: { calculator: Calculator<Form> }) {
  // Rules that are valid in the middle of the year count as valid for all of it.
  const day = `${form.year}-06-30`;
  const isOutside = day < rules.validFrom || (rules.validTo !== null && day > rules.validTo);
  return (
    <Banner tone={isOutside ? 'warn' : 'note'}>
      {guideWords(rules)}
      {isOutside && ` These rules are not those of ${form.year}: check the law of that year.`}
    </Banner>
  );
}
