// Options to make the storage enough: more storage, more export, less rain in the stores, or less stock. Each of them alone
// is enough.
import type { Rules } from '@/domain/rules/rules';
import { MILLILITRE, type SlurryResult } from './slurry';

/** Volumes in m³, not rounded. */
export type SlurryOption =
  /** `percent`: of the volume that is needed; null if none is. */
  | { kind: 'storage'; m3: number; percent: number | null }
  | { kind: 'export'; m3: number }
  /** `coverOnly`: rain kept off the yards does not help. */
  | { kind: 'rain'; m3: number; coverOnly: boolean }
  | { kind: 'stock'; line: string; label: string; head: number };

/** `lowRiskM3`: what is spread in the period. None if the storage is enough or the result is not known. */
export function findSlurryOptions(rules: Rules, lowRiskM3: number, result: SlurryResult): SlurryOption[] {
  const { surplus, capacity, required, rainStores, rainYards, contingency, lines } = result;
  if (surplus === null || capacity === null || required === null || surplus >= -MILLILITRE) return [];
  const m3 = -surplus;
  const storage: SlurryOption = { kind: 'storage', m3, percent: required > 0 ? (m3 / required) * 100 : null };
  // The stores cannot hold what is in them when the period begins, or the rain: less slurry does not change that.
  if (capacity < 0) {
    const isCoverEnough = rules.rainFrom === 'capacity' && rainStores >= m3;
    return [storage, ...(isCoverEnough ? [{ kind: 'rain', m3, coverOnly: true } as const] : [])];
  }
  // Where slurry is spread in the period, each m³ that flows in needs room for an additional week too.
  const flowsIn = required + lowRiskM3 - contingency;
  const less = m3 / (1 + contingency / flowsIn);
  return [
    storage,
    { kind: 'export', m3: less },
    ...(rainStores + rainYards >= less ? [{ kind: 'rain', m3: less, coverOnly: false } as const] : []),
    ...lines.flatMap(({ id, label, head, m3: stored }): SlurryOption[] =>
      stored === null || stored <= 0 || stored < less - MILLILITRE
        ? []
        : [{ kind: 'stock', line: id, label, head: Math.ceil((less / stored) * head - 1e-9) }],
    ),
  ];
}
