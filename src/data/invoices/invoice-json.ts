// The JSON columns of an invoice: its lines and items, and both parties as they were when it was issued.
import type { Decimal } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, numberOrNull, oneOf, textOf, textOrNull } from '@/domain/core/stored-json';
import type { SheetLine } from '@/domain/invoices/invoice-sheet';

export type InvoiceLine = SheetLine & { workId: string };

export type InvoiceItem = { id: string; description: string; amount: Decimal };

/** The texts of the invoice settings that an invoice shows. */
export const SENDER_TEXTS = [
  'business_name',
  'trading_name',
  'company_number',
  'address_line1',
  'address_line2',
  'address_line3',
  'town',
  'postcode',
  'country',
  'phone',
  'email',
  'vat_number',
  'bank_name',
  'account_name',
  'sort_code',
  'account_number',
  'iban',
  'bic',
  'footer_text',
  'logo_path',
] as const;
const SUPPLIER_TEXTS = [...SENDER_TEXTS, 'legal_form'] as const;

/** The supplier as frozen on the invoice: the invoice settings of that day, without empty values. */
export type SupplierSnapshot = Partial<Record<(typeof SUPPLIER_TEXTS)[number], string>> & {
  vat_registered: boolean;
  show_times: boolean;
  show_person: boolean;
  show_notes: boolean;
  group_lines_by: 'none' | 'task' | 'day';
};

const CUSTOMER_TEXTS = [
  'contact_name',
  'address_line1',
  'address_line2',
  'address_line3',
  'town',
  'county',
  'postcode',
  'country',
  'vat_number',
  'email',
  'billing_email',
  'account_ref',
] as const;

export type CustomerSnapshot = Partial<Record<(typeof CUSTOMER_TEXTS)[number], string>> & { name: string };

const textsOf = <Name extends string>(names: readonly Name[], fields: Readonly<Record<string, unknown>>) =>
  // The entries have only these names.
  Object.fromEntries(
    names.flatMap((name) => (textOf(fields[name]) === '' ? [] : [[name, textOf(fields[name])]])),
  ) as Partial<Record<Name, string>>;

export const linesOf = (value: unknown): InvoiceLine[] =>
  listOf(value)
    .map(fieldsOf)
    .map((line) => ({
      workId: textOf(line['work_id']),
      workDate: textOf(line['date']),
      taskName: textOf(line['task']),
      description: textOrNull(line['description']),
      quantity: amountOf(line['quantity']),
      unit: textOf(line['unit']),
      unitPrice: numberOrNull(line['unit_price']) === null ? null : amountOf(line['unit_price']),
      net: amountOf(line['net']),
      minutes: numberOrNull(line['minutes']),
      start: textOrNull(line['start']),
      finish: textOrNull(line['finish']),
      breaks: numberOrNull(line['breaks']) ?? 0,
      person: textOf(line['person']),
      notes: textOrNull(line['notes']),
    }));

export const invoiceItemsOf = (value: unknown): InvoiceItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map(({ id, description, amount }) => ({
      id: textOf(id),
      description: textOf(description),
      amount: amountOf(amount),
    }));

export function supplierOf(value: unknown): SupplierSnapshot {
  const fields = fieldsOf(value);
  return {
    ...textsOf(SUPPLIER_TEXTS, fields),
    vat_registered: fields['vat_registered'] === true,
    show_times: fields['show_times'] === true,
    show_person: fields['show_person'] === true,
    show_notes: fields['show_notes'] === true,
    group_lines_by: oneOf(['none', 'task', 'day'], fields['group_lines_by'], 'none'),
  };
}

export function customerOf(value: unknown): CustomerSnapshot {
  const fields = fieldsOf(value);
  return { ...textsOf(CUSTOMER_TEXTS, fields), name: textOf(fields['name']) };
}
