// Machines and service plans as a phone shows them while readings wait on this phone.
import { expect, test } from 'vitest';
import type { Entry } from '@/offline/outbox/entry';
import type { Machine } from '@/records/machines';
import type { Schedule } from '@/records/services';
import { withServices, withWaiting } from '@/widgets/machines/waiting-readings';

// Only the fields that are read.
const machine = {
  ...{ id: 'm1', status: 'in_use', meterType: 'hours', meterOffset: 0 },
  ...{ currentReading: 2812, currentReadingAt: '2026-11-01T12:00:00Z' },
} as Machine;
const entry = (kind: string, fields: object, recordedAt = '2026-11-02T17:00:00Z') =>
  ({ kind, action: 'insert', fields, recordedAt }) as unknown as Entry;
const job = (meterEnd: number, day = '2026-11-02') =>
  entry('job', {
    lines: [{ work_date: day }],
    machines: [
      { machine_id: 'm2', meter_end: 5 },
      { machine_id: 'm1', meter_end: meterEnd },
    ],
  });
const shown = (...entries: Entry[]) => withWaiting(machine, entries).currentReading;

test('the reading of a waiting job is the latest, unless it is in doubt or of an earlier day', () => {
  expect(shown(job(2819))).toBe(2819);
  expect(shown(job(2790))).toBe(2812);
  expect(shown(job(28_190))).toBe(2812);
  expect(shown(job(2819, '2026-10-30'))).toBe(2812);
  expect(shown(job(2790), job(2819))).toBe(2819);
});

test('a reading by hand may add more hours than have passed, which was confirmed; one of a checklist may not', () => {
  const at = '2026-11-02T17:00:00Z';
  expect(shown(entry('reading', { machine_id: 'm1', reading: 3000, read_at: at }))).toBe(3000);
  expect(shown(entry('completion', { machine_id: 'm1', hours_reading: 3000, completed_at: at }))).toBe(2812);
  expect(shown(entry('completion', { machine_id: 'm1', hours_reading: 2820, completed_at: at }))).toBe(2820);
});

test('a waiting service without a reading, or with one in doubt, counts from the last reading', () => {
  const schedule = { id: 's1', machineId: 'm1', lastDoneAt: null, lastDoneOffset: 0 } as Schedule;
  const service = (reading: number | null, date = '2026-11-02') =>
    entry('service', { machine_id: 'm1', schedule_ids: ['s1'], service_date: date, reading });
  const counts = (one: Entry) => {
    const { countsFrom, countsFromEstimated } = withServices(schedule, [one], [withWaiting(machine, [one])]);
    return countsFromEstimated ? ['about', countsFrom] : countsFrom;
  };
  expect(counts(service(null))).toEqual(['about', 2812]);
  expect(counts(service(2820))).toBe(2820);
  expect(counts(service(2190))).toEqual(['about', 2812]);
  // Done before the last reading.
  expect(counts(service(2805, '2026-10-30'))).toBe(2805);
});
