// Options to bring a farm within its nitrogen limit: less stock, more land, or more manure exported.
import type { Lookup } from '@/domain/rules/figures';

export type Option =
  | { kind: 'land'; ha: number }
  | { kind: 'export'; manure: string; label: string; amount: number; unit: 'm3' | 't' }
  | { kind: 'stock'; line: string; label: string; head: number };

/** `over`: kg of N above the limit; `limit`: kg N/ha. */
export function findOptions(
  lookup: Lookup,
  moves: readonly { direction: string; manure: string; n: number | null }[],
  lines: readonly { id: string; label: string; head: number; nPerHead: number | null }[],
  over: number,
  limit: number,
): Option[] {
  const options: Option[] = [{ kind: 'land', ha: over / limit }];
  const exported = moves.filter(({ direction }) => direction === 'export').map(({ manure }) => manure);
  const manures = lookup.rules.manures.filter(({ id, common }) =>
    exported.length > 0 ? exported.includes(id) : common && id === 'cattle_slurry',
  );
  const offered = manures.length > 0 ? manures : lookup.rules.manures.filter(({ common }) => common).slice(0, 1);
  for (const { id, label, unit } of offered) {
    const own = moves.find(({ manure, direction }) => manure === id && direction === 'export')?.n ?? null;
    const n = own ?? lookup.number(`manure.${id}.n`);
    if (n !== null && n > 0) options.push({ kind: 'export', manure: id, label, amount: over / n, unit });
  }
  for (const { id, label, head, nPerHead } of lines) {
    // Removing a line that has less nitrogen than the excess is not enough.
    if (nPerHead === null || nPerHead <= 0 || head * nPerHead < over) continue;
    options.push({ kind: 'stock', line: id, label, head: Math.ceil(over / nPerHead - 1e-9) });
  }
  return options;
}
