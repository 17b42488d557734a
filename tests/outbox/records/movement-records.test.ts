// Movements of manure in the outbox: what counts as sent, and what as a conflict.
import { expect, it } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { insertOf, updateOf } from '@/offline/outbox/record-entries';
import { tableType } from '@/offline/outbox/record-type';
import { differing } from '@/offline/outbox/send/compare';
import { emptyOf } from '@/records/record';
import { MOVEMENT } from '@/records/slurry';

const account = { userId: 'u', ownerId: 'a' };
const movement = {
  ...emptyOf(MOVEMENT),
  ...{ id: 'm', movedOn: '2026-11-26', regime: 'ie' as const, manure: 'cattle_slurry', manureName: 'Cattle slurry' },
  ...{ quantity: fromNumeric(80.5), workId: 'w', notifyBy: '2026-11-30', ruleVersion: '2026-11-26' },
};

it('a movement is a record that the outbox can send, and matches the one sent when it is read back', () => {
  expect(tableType('manure_movements')?.kind).toBe('manure-movement');
  const { fields, title } = insertOf(MOVEMENT, account, 'm', movement);
  expect(title).toBe('Leaves the farm: 80.5 m³ Cattle slurry');
  expect(fields).toMatchObject({ quantity: 80.5, work_id: 'w', notify_by: '2026-11-30' });
  // The job was deleted before the movement arrived.
  expect(differing(MOVEMENT, 'insert', fields, { ...fields, work_id: null, created_by_name: 'Beth' })).toEqual([]);
  expect(differing(MOVEMENT, 'insert', fields, { ...fields, quantity: 90 })).toEqual(['quantity']);
});

it('an edit sends what was changed, never its job or the rules that it was recorded under', () => {
  const edit = updateOf(
    MOVEMENT,
    account,
    { ...movement, updatedAt: '2026-11-26T08:00:00Z' },
    { quantity: fromNumeric(90), workId: 'x', regime: 'ni' },
  );
  expect(edit?.fields).toEqual({ quantity: 90 });
});
