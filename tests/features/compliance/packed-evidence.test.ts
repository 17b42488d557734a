// Which evidence an inspection pack contains.
import { expect, test } from 'vitest';
import { packedEvidence } from '@/features/compliance/compliance-files';

type Shown = Parameters<typeof packedEvidence>[0];
/** An item without retention, with evidence of these days. The pack reads nothing else of them. */
const itemDoneOn = (...days: string[]) =>
  ({
    item: { keepMonths: null },
    done: days.map((doneOn) => ({ row: { doneOn, keepUntil: null }, entry: null })),
  }) as unknown as Shown;
const packed = (shown: Shown, range: { from: string; to: string }) =>
  packedEvidence(shown, { ...range, today: '2026-11-25' }).map(({ row }) => row.doneOn);

test('a pack contains the evidence of its period, or the latest before it if there is none', () => {
  const item = itemDoneOn('2026-03-01', '2025-03-01', '2024-03-01');
  expect(packed(item, { from: '2026-01-01', to: '2026-11-25' })).toEqual(['2026-03-01']);
  expect(packed(item, { from: '2026-06-01', to: '2026-11-25' })).toEqual(['2026-03-01']);
});

test('a pack contains the latest evidence up to the end of its period, even if there is newer evidence', () => {
  const item = itemDoneOn('2026-03-01', '2025-03-01', '2024-03-01');
  expect(packed(item, { from: '2025-06-01', to: '2025-12-31' })).toEqual(['2025-03-01']);
});
