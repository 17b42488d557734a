import type { ReactNode } from 'react';
import { Card, CardHead } from './card';

export type Fact = { label: string; value: ReactNode };

/** A card of labelled values: shows those that have one. Without any, shows `emptyText`, or no card if that is missing. */
export function Facts({ title, lines, emptyText }: { title: string; lines: readonly Fact[]; emptyText?: string }) {
  const filled = lines.filter(({ value }) => value !== null && value !== undefined && value !== '');
  if (filled.length === 0 && emptyText === undefined) return null;
  return (
    <Card>
      <CardHead title={title} />
      {filled.length === 0 ? (
        <p className="p-4 text-muted">{emptyText}</p>
      ) : (
        <dl className="grid gap-3 p-4">
          {filled.map(({ label, value }) => (
            <div key={label} className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
              <dt className="text-2 text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere whitespace-pre-line">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
