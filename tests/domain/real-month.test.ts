import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { invoiceTotals, uniqueItems } from '@/domain/invoices/invoice';
import { ZERO, add, fromNumeric, parseDecimal, type Decimal } from '@/domain/core/money';
import { workMinutes } from '@/domain/core/time';
import { isUnit } from '@/domain/core/units';
import { billedQuantity, workValue } from '@/domain/works/work';

function read(name: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(readFileSync(`tests/fixtures/${name}`, 'utf8'));
  return rows.map((row) => Object.fromEntries(header.map((column, at) => [column, row[at] ?? ''])));
}

function amount(text: string | undefined): Decimal {
  const parsed = parseDecimal(text ?? '', { allowNegative: true });
  if (!parsed.ok) throw new Error(`No amount: ${text ?? ''}`);
  return parsed.value;
}

const jobs = read('job-sheet-2026-10.csv').map((row) => {
  const {
    work_date: workDate = '',
    chargeable_unit: unit = '',
    start_time: start = '',
    finish_time: finish = '',
  } = row;
  const times = { workDate, start, finish, breaks: Number(row.breaks_min), zone: 'Europe/London' as const };
  return { row, unit, worked: start === '' ? null : workMinutes(times) };
});

const valueOf = ({ row, unit, worked }: (typeof jobs)[number]) => {
  const minutes = worked?.ok === true ? worked.minutes : null;
  const quantity = minutes === null ? amount(row.quantity) : null;
  const billing = { unit, rate: amount(row.rate), quantity, minutes, quantityTouched: false, incrementMinutes: 0 };
  return { quantity: billedQuantity(billing), value: workValue(billing) };
};

describe('the month as the contractor logged it', () => {
  test('the month has thirty jobs, nine by the hour', () => {
    expect(jobs).toHaveLength(30);
    expect(jobs.filter((job) => job.worked !== null)).toHaveLength(9);
    expect(jobs.every((job) => isUnit(job.unit))).toBe(true);
  });

  test.each(jobs)('$row.work_date $row.task_name for $row.customer', (job) => {
    const { quantity, value } = valueOf(job);
    expect(value).toBe(amount(job.row.total_value));
    expect(quantity).toBe(amount(job.row.quantity));
    if (job.worked !== null) expect(job.worked).toMatchObject({ ok: true, minutes: Number(job.row.paid_minutes) });
  });
});

describe('the four invoices, to the penny', () => {
  test.each(read('job-sheet-2026-10-invoices.csv'))('$customer', (invoice) => {
    const own = jobs.filter((job) => job.row.customer === invoice.customer);
    const items = (invoice.additional_items ?? '').split('; ').flatMap((text, at) => {
      const [, description, figure] = /^(.+) (-?[\d.]+)$/.exec(text) ?? [];
      return figure === undefined ? [] : [{ id: String(at), description: description ?? '', amount: amount(figure) }];
    });
    // As stored: the same list on every work of the invoice.
    const works = own.map((_, at) => ({ id: String(at), additionalItems: items }));
    const lines = own.map((job) => ({ totalValue: valueOf(job).value ?? ZERO }));
    const totals = invoiceTotals({ lines, additionalItems: uniqueItems(works), vatRate: fromNumeric(20) });
    expect(own).toHaveLength(Number(invoice.entries));
    expect(add(...lines.map((line) => line.totalValue))).toBe(amount(invoice.work_total));
    expect([totals.subtotal, totals.vatAmount, totals.total]).toEqual(
      [invoice.subtotal, invoice.vat_20, invoice.total].map(amount),
    );
  });
});
