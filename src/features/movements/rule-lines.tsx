// What the rules say about the movement in the form: its deadline, what its record needs, and what is in the manure.
import type { ReactNode } from 'react';
import { formatDateLong } from '@/domain/core/time';
import { wordList } from '@/domain/core/word-list';
import { tableContent } from '@/domain/movements/content';
import { missingWords, ruleFor } from '@/domain/movements/movement-rules';
import { isUnconfirmed, type Figure } from '@/domain/rules/figures';
import { CHECK_WORDS } from '@/domain/rules/regimes';
import { figureWords } from '@/domain/rules/printout';
import type { Rules } from '@/domain/rules/rules';
import { Banner } from '@/ui/feedback/banner';
import { deadlineFor, type Context, type MovementText } from './movement-schema';

/** The deadline for the notification, and what the record needs for it. `children`: a field for another deadline. */
export function DeadlineLine({
  context,
  text,
  children,
}: {
  context: Context;
  text: MovementText;
  children: ReactNode;
}) {
  const { movementRules, rules, stored } = context;
  const { direction, movedOn } = text;
  const deadline = deadlineFor(context, { direction, movedOn });
  const rule = ruleFor(movementRules, { regime: stored?.regime ?? rules.regime, direction, movedOn });
  const source = rule?.source == null ? undefined : movementRules.sources[rule.source];
  const isFromTable = text.contentFrom === 'table';
  const table = isFromTable ? tableContent(rules, text.manure, text.unit, movedOn) : null;
  const missing = missingWords(rule?.needs ?? [], {
    ...text,
    nPerUnit: isFromTable ? (table?.n.value ?? null) : text.n,
  });
  return (
    <div className="grid gap-3">
      {deadline && rule ? (
        <Banner tone="note">
          <p>
            {rule.duty} by <b>{formatDateLong(deadline.notifyBy, context.today)}</b>.{rule.note && ` ${rule.note}`}
          </p>
          {source && (
            <p className="text-2 wrap-anywhere">
              Source:{' '}
              <a className="link" href={source[1]} target="_blank" rel="noreferrer">
                {source[0]}
              </a>
              {rule.confidence === 'secondary' && `. ${CHECK_WORDS}.`}
            </p>
          )}
        </Banner>
      ) : (
        children
      )}
      {missing.length > 0 && <p className="hint">The record still needs {wordList(missing)}.</p>}
    </div>
  );
}

/** The content according to the table, with its source. */
export function TableContent({ rules, text }: { rules: Rules; text: MovementText }) {
  const table = tableContent(rules, text.manure, text.unit, text.movedOn);
  const figures = table ? [table.n, table.p].filter((figure): figure is Figure => figure.value !== null) : [];
  const [first] = figures;
  if (!first) return <p className="hint">The table has no figure for this. Enter your own analysis if you have one.</p>;
  return (
    <p className="hint wrap-anywhere">
      {figures.map(figureWords).join(', ')}. {first.source?.title}
      {figures.some(isUnconfirmed) && `. ${CHECK_WORDS}.`}
    </p>
  );
}
