import { useQuery } from '@tanstack/react-query';
import { unusedNumbersQuery } from '@/data/invoices/register-sums';

const MAX_VISIBLE_RANGES = 4;

/** Explains gaps in the numbers: an auditor who checks the register years later finds the reason here. */
export function RegisterGaps({ ownerId }: { ownerId: string }) {
  const ranges = useQuery(unusedNumbersQuery(ownerId)).data ?? [];
  if (ranges.length === 0) return null;
  const numbers = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
  const note = <p className="text-2 text-muted">Never used, because the next number was raised: {numbers}.</p>;
  return ranges.length <= MAX_VISIBLE_RANGES ? (
    note
  ) : (
    <details>
      <summary className="text-2 link w-fit cursor-pointer py-3">Some numbers were never used</summary>
      {note}
    </details>
  );
}
