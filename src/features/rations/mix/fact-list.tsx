import type { Fact } from '@/domain/rations/mix-words';

/** What a mix contains and costs. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="ruled">
      {facts.map(({ label, value, of }) => (
        <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
          <dt className="text-2 text-muted">{label}</dt>
          <dd className="text-right">
            <b className="tabular-nums">{value}</b>
            {of !== undefined && <span className="block text-2 text-muted">{of}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
