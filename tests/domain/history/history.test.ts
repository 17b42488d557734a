// The audit log in words: a sentence for each change, and nothing for keys and columns that follow from others.
import { describe, expect, test } from 'vitest';
import { historyLines, historyTime, type HistoryEntry } from '@/domain/history/history';
import type { HistoryContext } from '@/domain/history/history-values';
import { HISTORY_COLUMNS } from '@/widgets/history/history-columns';

const CONTEXT: HistoryContext = {
  currency: 'GBP',
  zone: 'Europe/London',
  postcodeName: 'Postcode',
  unit: 'acre',
  times: null,
  name: 'Smith & Son',
  creditNote: false,
  customerName: (id) => (id === 'c2' ? 'Smith & Son' : null),
};
const change = (old: unknown, now: unknown) => ({ old, new: now });
const entry = (changed: HistoryEntry['changed'], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at: '2026-11-03T17:02:00.123456+00:00',
  actorName: 'Ann Owner',
  action: 'update',
  changed,
  ...more,
});
const words = (
  table: keyof typeof HISTORY_COLUMNS,
  changed: HistoryEntry['changed'],
  context: Partial<HistoryContext> = {},
) => historyLines(HISTORY_COLUMNS[table], [entry(changed)], { ...CONTEXT, ...context }).flatMap((line) => line.words);

describe('an entry', () => {
  test.each<[HistoryEntry['changed'], string[]]>([
    [{ quantity: change(12, 14) }, ['Quantity 12 → 14 ac']],
    [{ quantity: change(null, 12.5) }, ['Quantity added: 12.5 ac']],
    [{ quantity: change(12, null) }, ['Quantity 12 ac removed']],
    [
      { rate: change(null, 32.06), total_value: change(null, 384.72), progress: change('needs_rate', 'ready') },
      ['Rate added: £32.06 / ac', 'Value £384.72'],
    ],
    [{ rate: change(30, 0.0425) }, ['Rate £30.00 → £0.0425 / ac']],
    [{ rate: change(30, null) }, ['Rate £30.00 / ac removed']],
    [
      { total_value: change(150, 1265.67), value_overridden: change(false, true) },
      ['Value £150.00 → £1,265.67, typed by hand'],
    ],
    [
      { total_value: change(120, 150), value_overridden: change(true, false) },
      ['Value £120.00 → £150.00, worked out again'],
    ],
    [{ value_overridden: change(false, true) }, ['Value typed by hand']],
    [
      { chargeable_unit: change('acre', 'hour'), quantity: change(12, 7.3333), rate: change(30, 45) },
      ['Unit per acre → per hour', 'Quantity 12 ac → 7 h 20', 'Rate £30.00 / ac → £45.00 / h'],
    ],
    [{ task_name: change('Baling', 'Mowing') }, ['Task Baling → Mowing']],
    [{ customer: change('Smith', 'Smith & Son'), customer_id: change('c1', 'c2') }, ['Customer Smith → Smith & Son']],
    [{ customer_id: change('c1', 'c2') }, ['Now an entry of Smith & Son, with the name it was printed with']],
    [{ customer_id: change('c1', 'c9') }, ['Now an entry of another customer, with the name it was printed with']],
    [{ work_date: change('2026-10-31', '2026-11-01') }, ['Date 31 Oct 2026 → 1 Nov 2026']],
    [{ notes: change(null, 'Wet\n patch') }, ['Note added: “Wet patch”']],
    [{ notes: change('x', 'y'.repeat(80)) }, [`Note “x” → “${'y'.repeat(60)}…”`]],
    [{ task_description: change('Top field', null) }, ['Description “Top field” removed']],
    [
      {
        invoice_id: change(null, 'i1'),
        invoice_number: change(null, 'INV-0041'),
        invoice_due_on: change(null, '2026-12-03'),
        invoice_generated_at: change(null, '2026-11-03T12:00:00Z'),
      },
      ['Put on invoice INV-0041'],
    ],
    [
      { invoice_number: change('INV-0041', null), invoice_sent_at: change('2026-11-03T12:00:00Z', null) },
      ['Taken off invoice INV-0041'],
    ],
    [{ invoice_sent_at: change(null, '2026-11-03T12:00:00Z') }, ['Marked sent on 3 Nov 2026']],
    // Half past midnight on the farm is the next day.
    [{ invoice_paid_at: change(null, '2026-06-30T23:30:00Z') }, ['Marked paid on 1 Jul 2026']],
    [{ invoice_paid_at: change('2026-11-03T12:00:00Z', null) }, ['Mark “paid” taken back']],
  ])('the change %j is described as %j', (changed, expected) => {
    expect(words('works', changed)).toEqual(expected);
  });

  test('euros are written as euros', () => {
    expect(words('works', { total_value: change(1, 2) }, { currency: 'EUR' })).toEqual(['Value €1.00 → €2.00']);
  });

  test('corrected times are shown from start to finish, each change with the times of that moment', () => {
    const lines = historyLines(
      HISTORY_COLUMNS.works,
      [
        entry(
          { finish_time: change('12:30:00', '13:00:00'), breaks: change(0, 15), total_time: change(4, 4.25) },
          { id: 3 },
        ),
        entry({ start_time: change('08:00:00', '08:30:00'), finish_time: change('12:00:00', '12:30:00') }, { id: 2 }),
        entry({ start_time: change(null, '08:00:00'), finish_time: change(null, '12:00:00') }, { id: 1 }),
      ],
      { ...CONTEXT, times: { start: '08:30', finish: '13:00' } },
    );
    expect(lines.map((line) => line.words)).toEqual([
      ['Times 08:30–12:30 → 08:30–13:00', 'Breaks 0 minutes → 15 minutes', 'Time 4 h → 4 h 15'],
      ['Times 08:00–12:00 → 08:30–12:30'],
      ['Times added: 08:00–12:00'],
    ]);
  });

  test('shows removed times, and whether a time left is before or after the clocks went back', () => {
    const gone = { start_time: change('08:00:00', null), finish_time: change('12:00:00', null) };
    const context = { times: { start: null, finish: null } };
    expect(words('works', { ...gone, finish_second: change(true, false) }, context)).toEqual([
      'Times 08:00–12:00 removed',
    ]);
    expect(words('works', { finish_second: change(false, true) })).toEqual(['Finish after the clocks went back']);
  });

  test('an older quantity has the unit of that time', () => {
    const lines = historyLines(
      HISTORY_COLUMNS.works,
      [
        entry({ quantity: change(5, 6) }, { id: 3 }),
        entry({ chargeable_unit: change('bale', 'acre') }, { id: 2 }),
        entry({ quantity: change(80, 86) }, { id: 1 }),
      ],
      CONTEXT,
    );
    expect(lines.map((line) => line.words)).toEqual([
      ['Quantity 5 → 6 ac'],
      ['Unit per bale → per acre'],
      ['Quantity 80 → 86 bales'],
    ]);
  });
});

describe('a customer', () => {
  test.each<[HistoryEntry['changed'], string[]]>([
    [{ merged_from: change(null, 'Smith') }, ['Merged Smith into Smith & Son']],
    [{ merged_into: change(null, 'c2'), active: change(true, false) }, ['Merged into Smith & Son']],
    [{ merged_into: change('c2', null) }, ['No longer leads to another customer, which was deleted']],
    [{ active: change(true, false) }, ['Archived']],
    [{ active: change(false, true) }, ['Brought back']],
    [{ phone: change(null, '07700 900112') }, ['Phone added: 07700 900112']],
    [{ payment_terms_days: change(1, 30) }, ['Payment terms 1 day → 30 days']],
    [{ chargeable_unit: change('hour', 'gal_1000') }, ['Usual unit per hour → per 1,000 gallons']],
    [{ po_required: change(false, true) }, ['Needs a purchase order number']],
    [{ lat: change(null, 52.1), lng: change(null, -3) }, ['Position of the gate changed']],
    [{ hazards: change('Loose collie', null) }, ['Hazards “Loose collie” removed']],
  ])('the change %j is described as %j', (changed, expected) => {
    expect(words('customers', changed)).toEqual(expected);
  });
});

describe('a shift', () => {
  test('the history of a shift shows the reason first, then the times, what they are paid, and the texts', () => {
    const changed = {
      note: change('Wet', null),
      customer: change(null, 'Hill Farm'),
      activity: change('General', 'Baling'),
      paid_min: change(240, 270),
      manual_break_min: change(0, 30),
      clock_in_at: change('2026-11-03T07:30:00Z', '2026-11-03T07:00:00Z'),
      edit_reason: change(null, 'Forgot to clock in'),
      status: change('approved', 'submitted'),
      approved_by: change('x', null),
      approved_by_name: change('Ann Owner', null),
    };
    expect(words('time_entries', changed)).toEqual([
      'Reason added: “Forgot to clock in”',
      'Start 3 Nov 2026 07:30 → 3 Nov 2026 07:00',
      'Breaks 0 minutes → 30 minutes',
      'Paid 4 h → 4 h 30',
      'Job General → Baling',
      'Customer added: Hill Farm',
      'Note “Wet” removed',
      'Handed in',
    ]);
  });

  test('a week that its person takes back is told from one that is sent back or reopened', () => {
    const open = (old: string, more: HistoryEntry['changed'] = {}) =>
      words('time_entries', { status: change(old, 'open'), ...more });
    expect(open('submitted')).toEqual(['Taken back']);
    expect(open('submitted', { query_note: change(null, 'No break?') })).toEqual([
      'Open again',
      'Question added: “No break?”',
    ]);
    expect(open('approved')).toEqual(['Open again']);
  });
});

describe('an invoice', () => {
  test.each<[HistoryEntry['changed'], string[]]>([
    [{ sent_at: change(null, '2026-11-03T12:00:00Z') }, ['Marked sent on 3 Nov 2026']],
    [{ paid_at: change(null, '2026-11-03T12:00:00Z') }, ['Marked paid on 3 Nov 2026']],
    [{ paid_at: change('2026-11-03T12:00:00Z', null) }, ['Mark “paid” taken back']],
    [{ voided_at: change(null, '2026-11-03T12:00:00Z') }, ['Withdrawn']],
    [{ credited_at: change(null, '2026-11-03T12:00:00Z') }, ['Credited']],
    [{ customer_id: change('c1', 'c2') }, ['Now an invoice of Smith & Son, with the name it was printed with']],
  ])('the change %j is described as %j', (changed, expected) => {
    expect(words('invoices', changed)).toEqual(expected);
  });

  test('a credit note says that it was refunded, or offset against its invoice', () => {
    const at = '2026-11-03T12:00:00Z';
    expect(words('invoices', { paid_at: change(null, at) }, { creditNote: true })).toEqual(['Refunded on 3 Nov 2026']);
    expect(words('invoices', { credited_at: change(null, at) }, { creditNote: true })).toEqual([
      'Set against its invoice',
    ]);
  });
});

describe('in general', () => {
  test('a column without wording is shown by its name, and never as raw data', () => {
    const changed = {
      po_number: change(null, 'A 1'),
      is_frozen: change(false, true),
      count_of: change(1000, 12.5),
      extra: change({ a: 1 }, ['x']),
      gone: change({ a: 1 }, null),
    };
    const sentences = words('works', changed);
    expect(sentences).toEqual([
      'Po number added: A 1',
      'Is frozen no → yes',
      'Count of 1,000 → 12.5',
      'Extra changed',
      'Gone changed',
    ]);
    expect(sentences.join()).not.toMatch(/[{}[\]]|object/);
  });

  test.each(['works', 'customers', 'invoices'] as const)('keys and derived columns are not shown: %s', (table) => {
    const columns = HISTORY_COLUMNS[table];
    const silent = Object.keys(columns).filter((column) => columns[column] === null);
    expect(silent).toContain('updated_at');
    const lines = historyLines(
      columns,
      [entry(Object.fromEntries(silent.map((column) => [column, change('a', 'b')])))],
      CONTEXT,
    );
    expect(lines).toEqual([]);
  });

  test('the author is shown with their name at the time of the change, or as the system', () => {
    const lines = historyLines(
      HISTORY_COLUMNS.works,
      [entry({ notes: change(null, 'a') }), entry({ notes: change('a', 'b') }, { actorName: null })],
      CONTEXT,
    );
    expect(lines.map(({ actor }) => actor)).toEqual(['Ann Owner', 'the system']);
  });

  test('a deletion is described with one word, without the values of the deleted row', () => {
    const row = { id: 'x', rate: 50 } as unknown as HistoryEntry['changed'];
    expect(
      historyLines(HISTORY_COLUMNS.works, [entry(row, { action: 'delete' })], CONTEXT).map((line) => line.words),
    ).toEqual([['Deleted']]);
  });

  test('the time is in the farm’s zone', () => {
    expect(historyTime('2026-10-03T16:02:00.5+00:00', 'Europe/London')).toBe('3 Oct 2026 17:02');
    expect(historyTime('2026-06-30T23:30:00Z', 'Europe/Dublin')).toBe('1 Jul 2026 00:30');
  });
});
