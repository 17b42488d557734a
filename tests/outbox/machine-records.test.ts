// Readings, defects, services and checks of machines: which values the database may normalise.
import { expect, it } from 'vitest';
import { differing } from '@/offline/outbox/send/compare';
import { insertOf } from '@/offline/outbox/record-entries';
import { COMPLETION } from '@/records/completions';
import { DEFECT, READING } from '@/records/machines';
import { SERVICE } from '@/records/services';

const account = { userId: 'u', ownerId: 'a' };

it('a reading read back matches the one sent if only its time was corrected, not if the number differs', () => {
  const { fields } = insertOf(READING, account, 'r', { machineId: 'm', reading: 2812, readAt: '2026-11-20T09:00:00Z' });
  const row = { ...fields, read_at: '2026-11-20T08:00:00+00:00' };
  expect(differing(READING, 'insert', fields, row)).toEqual([]);
  expect(differing(READING, 'insert', fields, { ...row, reading: 2813 })).toEqual(['reading']);
});

it('a service read back matches without deleted schedules and defects, and with reordered keys in its parts', () => {
  const { fields } = insertOf(SERVICE, account, 's', {
    ...{ machineId: 'm', serviceDate: '2026-11-20', description: 'Oil ', scheduleIds: ['p'], fixes: ['d'] },
    parts: [{ number: 'RE5', name: 'Filter', quantity: 1 }],
  });
  const parts = [{ name: 'Filter', number: 'RE5', quantity: 1 }];
  const row = { ...fields, description: 'Oil', schedule_ids: [], fixes: [], parts };
  expect(differing(SERVICE, 'insert', fields, row)).toEqual([]);
  expect(differing(SERVICE, 'insert', fields, { ...row, reading: 3, service_date: '2026-11-21' })).toEqual([
    'service_date',
  ]);
});

it('a defect read back matches although its text was trimmed, and a checklist although its machine was renamed', () => {
  const { fields } = insertOf(DEFECT, account, 'd', { machineId: 'm', description: ' Slips', severity: 'safety' });
  expect(differing(DEFECT, 'insert', fields, { ...fields, description: 'Slips' })).toEqual([]);
  const check = { machine: 'Claas 2', machine_id: 'm' };
  expect(differing(COMPLETION, 'insert', check, { machine: 'Claas Arion', machine_id: 'm' })).toEqual([]);
  expect(differing(COMPLETION, 'insert', { machine: 'Claas 2' }, { machine: 'Barn' })).toEqual(['machine']);
});
