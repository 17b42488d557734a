// Form schema of an additional item: surcharge, plastic, travel, or a discount.
import * as v from 'valibot';
import { decimal, fromNumeric, negate, parseDecimal, ZERO, type Decimal } from '@/domain/core/money';
import { cleaned } from '@/widgets/cleaned';

/** 9,999,999.99, the limit in the database (`*_issue_invoices.sql`). */
const MAX_AMOUNT = fromNumeric(9_999_999.99);
/** 100 percent. */
const HUNDRED = decimal(1_000_000);

/** What was typed: money ("12.50"), or a share of the ticked work ("5%"), in percent. */
type Typed = { amount: Decimal; percent: Decimal | null };

const amount = v.pipe(
  v.string(),
  v.rawTransform<string, Typed>(({ dataset, addIssue, NEVER }) => {
    const percent = dataset.value.trim().endsWith('%');
    const parsed = parseDecimal(dataset.value, { allowNegative: true, decimals: 2, percent });
    if (!parsed.ok) {
      if (parsed.reason === 'empty') addIssue({ message: 'Enter an amount.' });
      else if (parsed.reason === 'too-many-decimals') addIssue({ message: 'An amount has at most two decimals.' });
      else addIssue({ message: 'Enter a number like 12.50, or 5% of the work.' });
      return NEVER;
    }
    const { value } = parsed;
    if (value === 0) addIssue({ message: 'Enter an amount.' });
    else if (Math.abs(value) > (percent ? HUNDRED : MAX_AMOUNT))
      addIssue({ message: percent ? 'A percentage is 100 % at most.' : 'An additional item is too large.' });
    else return percent ? { amount: ZERO, percent: value } : { amount: value, percent: null };
    return NEVER;
  }),
);

const signed = (value: Decimal, isDiscount: boolean) => (isDiscount && value > 0 ? negate(value) : value);

/**
 * A discount is always subtracted, whatever its sign; a negative charge is a discount too. A percentage has no amount of
 * its own: it follows the ticked work.
 */
export const itemSchema = v.pipe(
  v.object({
    kind: v.picklist(['charge', 'discount']),
    description: v.pipe(
      v.string(),
      cleaned,
      v.nonEmpty('Describe the item.'),
      v.maxLength(200, 'A description is too long (200 characters at most).'),
    ),
    amount,
  }),
  v.transform(({ kind, description, amount: typed }) => ({
    description,
    amount: signed(typed.amount, kind === 'discount'),
    percent: typed.percent && signed(typed.percent, kind === 'discount'),
  })),
);

export type ItemInput = v.InferInput<typeof itemSchema>;
export type ItemOutput = v.InferOutput<typeof itemSchema>;
