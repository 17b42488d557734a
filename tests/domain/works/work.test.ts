import { describe, expect, test } from 'vitest';
import { decimal, fromNumeric, type Decimal } from '@/domain/core/money';
import { sameName } from '@/domain/core/search';
import {
  billedQuantity,
  nearMatch,
  possibleDuplicate,
  statusLabel,
  workStatus,
  workValue,
  type Billing,
  type WorkProgress,
} from '@/domain/works/work';

const d = (n: number | null): Decimal | null => (n === null ? null : fromNumeric(n));
const billing = (more: Partial<Billing>): Billing => ({
  unit: 'hour',
  rate: d(45),
  quantity: null,
  minutes: null,
  quantityTouched: false,
  incrementMinutes: 0,
  ...more,
});

describe('the billed amount of a work', () => {
  test.each<[string, Partial<Billing>, number | null, number | null]>([
    ['440 minutes at 45 pounds (case 27)', { minutes: 440 }, 7.3333, 330],
    ['a night of 9 h when the clocks change (case 3)', { minutes: 540 }, 9, 405],
    ['a night of 7 h when the clocks change (case 4)', { minutes: 420 }, 7, 315],
    ['451 minutes, rounded up to 15 minutes (case 33)', { minutes: 451, incrementMinutes: 15 }, 7.75, 348.75],
    ['450 minutes, which are whole steps of 15 minutes (case 33)', { minutes: 450, incrementMinutes: 15 }, 7.5, 337.5],
    ['440 minutes, rounded up to 15 minutes', { minutes: 440, incrementMinutes: 15 }, 7.5, 337.5],
    ['no quantity yet (case 24)', { unit: 'acre' }, null, null],
    ['no times yet (case 24)', {}, null, null],
    ['a rate of zero (case 28)', { unit: 'acre', rate: d(0), quantity: d(12.5) }, 12.5, 0],
    ['no rate (case 28)', { unit: 'acre', rate: null, quantity: d(12.5) }, 12.5, null],
    ['no rate for hours (case 28)', { rate: null, minutes: 440 }, 7.3333, null],
    [
      'an entry changed from hours to acres keeps its quantity (case 32)',
      { unit: 'acre', quantity: d(7.3333), minutes: 440 },
      7.3333,
      330,
    ],
    ['10 acres at 32.06 (case 34)', { unit: 'acre', rate: d(32.06), quantity: d(10) }, 10, 320.6],
    [
      'start and finish do not change a quantity in acres',
      { unit: 'acre', quantity: d(12.5), minutes: 60, incrementMinutes: 15 },
      12.5,
      562.5,
    ],
    [
      'a typed number of hours replaces those between the times',
      { quantity: d(8), minutes: 440, quantityTouched: true },
      8,
      360,
    ],
    [
      'typed hours are not rounded up to the billing step',
      { quantity: d(7.31), minutes: 440, quantityTouched: true, incrementMinutes: 15 },
      7.31,
      328.95,
    ],
    ['hours typed without times', { quantity: d(7.33), quantityTouched: true }, 7.33, 329.85],
    [
      'typed hours that equal those between the times are billed by the minute',
      { rate: d(99_999.9999), quantity: d(7.3333), minutes: 440, quantityTouched: true },
      7.3333,
      733_333.33,
    ],
    [
      'after the typed hours are cleared, the times decide again',
      { quantity: null, minutes: 440, quantityTouched: true },
      7.3333,
      330,
    ],
    ['a fixed price', { unit: 'fixed', rate: d(450) }, 1, 450],
    ['a unit that is no longer offered', { unit: 'per sack', rate: d(2.5), quantity: d(3) }, 3, 7.5],
  ])('%s', (_, more, quantity, value) => {
    expect(billedQuantity(billing(more))).toBe(d(quantity));
    expect(workValue(billing(more))).toBe(d(value));
  });

  test('the highest figures still have a value, for the form to refuse (case 30)', () => {
    const highest = billing({ unit: 'acre', rate: decimal(999_999_999), quantity: decimal(9_999_999_999) });
    expect(workValue(highest)).toBe(999_999_998_900_000);
  });
});

describe('the status of a work', () => {
  const at = '2026-11-20T09:00:00Z';
  const work: WorkProgress = { quantity: 1, rate: 1, invoiceNumber: null, invoiceSentAt: null, invoicePaidAt: null };
  const onInvoice = { ...work, invoiceNumber: 'INV-0041' };
  const sent = { ...onInvoice, invoiceSentAt: at, dueDate: '2027-03-02' };
  test.each<[string, WorkProgress, string, ReturnType<typeof workStatus>, string]>([
    [
      'without a quantity (case 24)',
      { ...work, quantity: null, rate: null },
      '2026-11-20',
      { kind: 'needsQuantity' },
      'Needs quantity',
    ],
    ['without a rate (case 28)', { ...work, rate: null }, '2026-11-20', { kind: 'needsRate' }, 'Needs rate'],
    ['with a rate of zero (case 28)', { ...work, rate: 0 }, '2026-11-20', { kind: 'ready' }, 'Ready'],
    ['on an invoice', onInvoice, '2026-11-20', { kind: 'invoiced', number: 'INV-0041' }, 'On invoice INV-0041'],
    [
      'on an invoice without a rate',
      { ...onInvoice, rate: null },
      '2026-11-20',
      { kind: 'invoiced', number: 'INV-0041' },
      'On invoice INV-0041',
    ],
    ['sent', sent, '2027-03-01', { kind: 'sent' }, 'Sent'],
    ['sent, on the due date (case 52)', sent, '2027-03-02', { kind: 'sent' }, 'Sent'],
    ['sent, the day after the due date (case 52)', sent, '2027-03-03', { kind: 'overdue', days: 1 }, 'Overdue'],
    ['sent, due date unknown', { ...sent, dueDate: null }, '2027-12-31', { kind: 'sent' }, 'Sent'],
    [
      'not sent is not overdue',
      { ...onInvoice, dueDate: '2026-01-01' },
      '2026-11-20',
      { kind: 'invoiced', number: 'INV-0041' },
      'On invoice INV-0041',
    ],
    ['paid before sent (case 47)', { ...onInvoice, invoicePaidAt: at }, '2026-11-20', { kind: 'paid' }, 'Paid'],
    ['paid late', { ...sent, invoicePaidAt: at }, '2027-12-31', { kind: 'paid' }, 'Paid'],
  ])('%s', (_, entry, today, status, label) => {
    expect(workStatus(entry, today)).toEqual(status);
    expect(statusLabel(status)).toBe(label);
  });
});

describe('duplicate detection', () => {
  const entry = {
    id: 'b',
    employeeId: 'sam',
    customer: 'Hill Farm',
    taskName: 'Baling',
    workDate: '2026-11-20',
    quantity: 86,
  };
  const saved = { ...entry, id: 'a', createdAt: '2026-11-20T17:02:00Z' };
  const tenMinutesLater = new Date('2026-11-20T17:12:00Z');
  test('the same entry within ten minutes is reported as a duplicate', () => {
    expect(possibleDuplicate(entry, [{ ...saved, taskName: 'Carting' }, saved], tenMinutesLater)).toBe(saved);
    expect(possibleDuplicate({ ...entry, customer: ' hill farm' }, [saved], tenMinutesLater)).toBe(saved);
    expect(
      possibleDuplicate({ ...entry, quantity: null }, [{ ...saved, quantity: null }], tenMinutesLater),
    ).not.toBeNull();
  });
  test.each([
    ['ten minutes and one second later', entry, new Date('2026-11-20T17:12:01Z')],
    ['another person (case 58)', { ...entry, employeeId: 'alex' }, tenMinutesLater],
    ['the account holder', { ...entry, employeeId: null }, tenMinutesLater],
    ['another quantity', { ...entry, quantity: 87 }, tenMinutesLater],
    ['another day', { ...entry, workDate: '2026-11-19' }, tenMinutesLater],
    ['another task', { ...entry, taskName: 'Carting' }, tenMinutesLater],
    ['another customer', { ...entry, customer: 'Mill Farm' }, tenMinutesLater],
    ['itself', { ...entry, id: 'a' }, tenMinutesLater],
  ])('%s is no duplicate', (_, other, now) => {
    expect(possibleDuplicate(other, [saved], now)).toBeNull();
  });
});

describe('names', () => {
  test('names that differ only in case and outer spaces are the same, with different letters they are not (case 39)', () => {
    expect(sameName('Hill Farm', 'hill farm ')).toBe(true);
    expect(sameName('TŶ GWYN', 'Tŷ Gwyn')).toBe(true);
    expect(sameName('Hill Farm', 'HillFarm')).toBe(false);
  });

  const known = [
    'J Smith & Sons',
    'Hill Farm',
    'Tŷ Gwyn',
    'Siân Ní Dhálaigh',
    'Łukasz Wójcik',
    "O'Brien & Sons",
    'Ash',
  ];
  test.each([
    ['J Smith and Sons', 'J Smith & Sons'],
    ['j.smith & sons', 'J Smith & Sons'],
    ['J Smith & Son', 'J Smith & Sons'],
    ['J Smiht & Sons', 'J Smith & Sons'],
    ['Hil Farm', 'Hill Farm'],
    ['Ty Gwyn', 'Tŷ Gwyn'],
    ['TyGwyn', 'Tŷ Gwyn'],
    ['Sian Ni Dhalaigh', 'Siân Ní Dhálaigh'],
    ['Lukasz Wojcik', 'Łukasz Wójcik'],
    ['OBrien and Sons', "O'Brien & Sons"],
  ])('%s: did you mean %s?', (typed, meant) => {
    expect(nearMatch(typed, known)).toBe(meant);
  });
  test.each([
    'Hill Farm',
    ' hill farm',
    'Manor Estate Ltd',
    'Ask',
    'Hill',
    'J Jones & Sons',
    '',
    '&',
    '🚜',
    'x'.repeat(100_000),
  ])('suggests no other name for %.20s', (typed) => {
    expect(nearMatch(typed, known)).toBeNull();
  });
  test('of two similar names the closer one is suggested', () => {
    const two = ['Lower Mill Farm', 'Lower Hill Farm'];
    expect(nearMatch('Lower Hill Farms', two)).toBe('Lower Hill Farm');
    expect(nearMatch('Lower Hill Farms', two.reverse())).toBe('Lower Hill Farm');
  });
});
