// Evidence of the compliance center in the outbox: it matches when read back, and moves the due date while it waits.
import { expect, it } from 'vitest';
import { nextDue } from '@/domain/compliance/item';
import { differing } from '@/offline/outbox/send/compare';
import { insertOf, rowsFrom } from '@/offline/outbox/record-entries';
import { tableType } from '@/offline/outbox/record-type';
import { COMPLIANCE_DONE } from '@/records/compliance-done';
import type { Entry } from '@/offline/outbox/entry';

const account = { userId: 'u', ownerId: 'a' };
const done = {
  ...{ itemId: 'i', forDueOn: '2026-03-31', doneOn: '2026-04-04', doneBy: 'Alex', note: 'Sent', referenceNo: null },
  expiresOn: null,
};

it('evidence is a record that the outbox can send, and matches the one sent when it is read back', () => {
  expect(tableType('compliance_completions')?.kind).toBe('compliance-done');
  const { fields, title } = insertOf(COMPLIANCE_DONE, account, 'd', done);
  expect(title).toBe('Compliance, done on 2026-04-04');
  expect(fields).toMatchObject({ item_id: 'i', for_due_on: '2026-03-31', done_on: '2026-04-04' });
  expect(differing(COMPLIANCE_DONE, 'insert', fields, { ...fields, created_by_name: 'Alex' })).toEqual([]);
  expect(differing(COMPLIANCE_DONE, 'insert', fields, { ...fields, done_on: '2026-04-05' })).toEqual(['done_on']);
});

it('the next due date follows from evidence that is still waiting', () => {
  const waiting: Entry = {
    ...insertOf(COMPLIANCE_DONE, account, 'd', done),
    ...{
      seq: 1,
      recordedAt: '2026-04-04T10:00:00Z',
      state: 'queued' as const,
      leaseUntil: null,
      tried: 0,
      problem: null,
    },
    acknowledgedAt: null,
  };
  const row = rowsFrom(COMPLIANCE_DONE, ({ recordedAt }) => ({ createdAt: recordedAt })).fromEntry(waiting);
  const item = {
    ...({
      id: 'i',
      dueOn: '2026-03-31',
      recurrence: 'annual',
      customMonths: null,
      recurrenceAnchor: 'due_date',
    } as const),
    ...{ leadDays: 30, notApplicableReason: null },
  };
  expect(nextDue(item, [])).toBe('2026-03-31');
  expect(nextDue(item, [row])).toBe('2027-03-31');
});
