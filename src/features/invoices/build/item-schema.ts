// Form schema of an additional item: surcharge, plastic, travel, or a discount.
import * as v from 'valibot';
import { fromNumeric, negate, parseDecimal } from '@/domain/core/money';

/** 9,999,999.99, the limit in the database (`*_issue_invoices.sql`). */
const MAX_AMOUNT = fromNumeric(9_999_999.99);

const amount = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseDecimal(dataset.value, { allowNegative: true, decimals: 2 });
    if (parsed.ok && Math.abs(parsed.value) <= MAX_AMOUNT && parsed.value !== 0) return parsed.value;
    if (parsed.ok) addIssue({ message: parsed.value === 0 ? 'Enter an amount.' : 'An additional item is too large.' });
    else if (parsed.reason === 'empty') addIssue({ message: 'Enter an amount.' });
    else if (parsed.reason === 'too-many-decimals') addIssue({ message: 'An amount has at most two decimals.' });
    else addIssue({ message: 'Enter a number like 12.50.' });
    return NEVER;
  }),
);

/** A discount is always subtracted, whatever its sign; a negative charge is a discount too. */
export const itemSchema = v.pipe(
  v.object({
    kind: v.picklist(['charge', 'discount']),
    description: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('Describe the item.'),
      v.maxLength(200, 'A description is too long (200 characters at most).'),
    ),
    amount,
  }),
  v.transform(({ kind, description, amount: typed }) => ({
    description,
    amount: kind === 'discount' && typed > 0 ? negate(typed) : typed,
  })),
);

export type ItemInput = v.InferInput<typeof itemSchema>;
export type ItemOutput = v.InferOutput<typeof itemSchema>;
