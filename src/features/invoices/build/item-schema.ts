// Form schema of an additional item: surcharge, plastic, travel, or a discount.
import * as v from 'valibot';
import { negate, ZERO, type Decimal } from '@/domain/core/money';
import { typedNumber, type NumberRule } from '@/domain/core/number-rule';
import { typedAs } from '@/domain/core/typed';
import { cleaned } from '@/widgets/cleaned';

const BOTH = {
  decimals: 2,
  tooFine: 'An amount has at most two decimals.',
  unreadable: 'Enter a number like 12.50, or 5% of the work.',
};
/** The limit in the database (`*_issue_invoices.sql`). */
const MONEY: NumberRule = {
  ...BOTH,
  min: -9_999_999.99,
  max: 9_999_999.99,
  outside: 'An additional item is too large.',
};
const SHARE: NumberRule = { ...BOTH, min: -100, max: 100, percent: true, outside: 'A percentage is 100 % at most.' };

/** What was typed: money ("12.50"), or a share of the ticked work ("5%"), in percent. */
type Typed = { amount: Decimal; percent: Decimal | null };

const amount = typedAs((text): Typed | string => {
  const isPercent = text.trim().endsWith('%');
  const value = typedNumber(text, isPercent ? SHARE : MONEY);
  if (value === null || value === 0) return 'Enter an amount.';
  if (typeof value === 'string') return value;
  return isPercent ? { amount: ZERO, percent: value } : { amount: value, percent: null };
});

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
