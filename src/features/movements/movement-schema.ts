// Form schema of a movement: input is the typed texts, output is the record's fields.
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import type { Decimal } from '@/domain/core/money';
import { isDate } from '@/domain/core/time';
import { numberText, optionalNumber } from '@/domain/core/typed';
import { amountOfFigure, tableContent } from '@/domain/movements/content';
import type { Direction } from '@/domain/movements/movement';
import { deadlineOf, ruleFor, type MovementRules } from '@/domain/movements/movement-rules';
import type { Rules } from '@/domain/rules/rules';
import { CONTENT, MOVEMENT, type Movement, type MovementFields } from '@/records/slurry';
import { formOf } from '@/widgets/record-form';

/** The content has fields of its own in the form; the rest follows from the rules. */
const derived = formOf(MOVEMENT, ['manureName', 'nPerUnit', 'pPerUnit', 'ruleVersion']);

export type Context = { today: string; rules: Rules; movementRules: MovementRules; stored: Movement | null };

const content = optionalNumber(CONTENT);

/** The deadline of the rules; null if they have none. A stored deadline stays if its movement is on the same day. */
export function deadlineFor(
  { rules, movementRules, stored }: Context,
  { direction, movedOn }: { direction: Direction; movedOn: string },
): { notifyBy: string; ruleVersion: string } | null {
  if (stored?.ruleVersion != null && stored.notifyBy !== null)
    if (stored.direction === direction && stored.movedOn === movedOn)
      return { notifyBy: stored.notifyBy, ruleVersion: stored.ruleVersion };
  const rule = isDate(movedOn)
    ? ruleFor(movementRules, { regime: stored?.regime ?? rules.regime, direction, movedOn })
    : null;
  const notifyBy = rule && deadlineOf(rule, movedOn);
  return notifyBy === null ? null : { notifyBy, ruleVersion: movementRules.version };
}

/** What is in the manure. A stored figure stays as long as manure and unit do, even if the table changes. */
function contentFor(
  { rules, stored }: Context,
  {
    manure,
    unit,
    movedOn,
    contentFrom,
    n,
    p,
  }: Pick<MovementFields, 'manure' | 'unit' | 'movedOn' | 'contentFrom'> & {
    n: Decimal | null;
    p: Decimal | null;
  },
) {
  if (contentFrom === 'analysis') return { nPerUnit: n, pPerUnit: p };
  if (stored?.contentFrom === 'table' && stored.manure === manure && stored.unit === unit)
    return { nPerUnit: stored.nPerUnit, pPerUnit: stored.pPerUnit };
  const table = tableContent(rules, manure, unit, movedOn);
  return { nPerUnit: amountOfFigure(table?.n), pPerUnit: amountOfFigure(table?.p) };
}

export const movementSchema = (context: Context) =>
  v.pipe(
    v.object({
      ...derived.entries,
      manure: v.pipe(v.string(), v.nonEmpty('Choose the manure.')),
      movedOn: v.pipe(
        v.string(),
        v.nonEmpty('Choose a date.'),
        derived.entries.movedOn,
        v.check((date) => date <= context.today, 'This date is in the future.'),
      ),
      n: content,
      p: content,
      notifiedOn: v.pipe(
        derived.entries.notifiedOn,
        v.check((date) => date === null || date <= context.today, 'This date is in the future.'),
      ),
    }),
    v.forward(
      v.check(
        (values) =>
          deadlineFor(context, values) !== null || values.notifyBy === null || values.notifyBy >= values.movedOn,
        'The deadline is before the movement.',
      ),
      ['notifyBy'],
    ),
    v.forward(
      v.check(
        ({ notifiedOn, notifiedRef }) => notifiedOn !== null || notifiedRef === null,
        'Say when it was notified.',
      ),
      ['notifiedOn'],
    ),
    v.transform(({ n, p, notifyBy, ...rest }): MovementFields => ({
      ...rest,
      manureName:
        context.rules.manures.find(({ id }) => id === rest.manure)?.label ?? context.stored?.manureName ?? rest.manure,
      ...contentFor(context, { ...rest, n, p }),
      ...(deadlineFor(context, rest) ?? { notifyBy, ruleVersion: null }),
    })),
  );

export type MovementText = InferInput<ReturnType<typeof movementSchema>>;

/** The texts of a stored movement, or of a new one. */
export function movementText({ stored, today, rules }: Omit<Context, 'movementRules'>): MovementText {
  const usual = rules.manures.find(({ common, form }) => common && form === 'slurry') ?? rules.manures[0];
  const isAnalysis = stored?.contentFrom === 'analysis';
  return {
    ...derived.textsOf(stored),
    ...(!stored && { manure: usual?.id ?? '', unit: usual?.unit ?? 'm3', movedOn: today }),
    n: isAnalysis ? numberText(stored.nPerUnit) : '',
    p: isAnalysis ? numberText(stored.pPerUnit) : '',
    // A deadline of the rules is not typed.
    notifyBy: stored?.ruleVersion === null ? (stored.notifyBy ?? '') : '',
  };
}
