import { useQuery } from '@tanstack/react-query';
import { unusedNumbersQuery } from '@/data/invoices/register-sums';

const FEW = 4;

/** Explains gaps in the numbers: somebody who checks the register years later must find the reason here. */
export function RegisterGaps({ ownerId }: { ownerId: string }) {
  const runs = useQuery(unusedNumbersQuery(ownerId)).data ?? [];
  if (runs.length === 0) return null;
  const names = runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
  const note = <p className="text-2 text-muted">Never used, because the next number was raised: {names}.</p>;
  return runs.length <= FEW ? (
    note
  ) : (
    <details>
      <summary className="text-2 link w-fit cursor-pointer py-3">Some numbers were never used</summary>
      {note}
    </details>
  );
}
