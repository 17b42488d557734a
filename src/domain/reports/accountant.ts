// What an accountant needs of a period: sales, payments, what is owed at its end, and VAT. Worked out from every invoice and
// credit note of the account, so that each figure can be traced to its documents. A payment is always of a whole document.
import { add, negate, type Currency, type Decimal } from '@/domain/core/money';
import { addDays, daysBetween } from '@/domain/core/time';
import { AGES, type Age, type DocumentHead } from '@/domain/invoices/register';
import type { Span } from './report';

/** Amounts of credit notes are negative. */
export type AccountDocument = DocumentHead & {
  /** The day of the payment in the farm's time zone; of a credit note, the day of the refund. */
  paidOn: string | null;
  isCancelled: boolean;
  /** Whether a credit note was set against its unpaid invoice, so that nothing is paid back. */
  isSetOff: boolean;
};

/** Amounts of documents in one currency. */
export type Sums = { documents: number; net: Decimal; vat: Decimal; gross: Decimal };

const sumsOf = (documents: readonly AccountDocument[]): Sums => ({
  documents: documents.length,
  net: add(...documents.map(({ subtotal }) => subtotal)),
  vat: add(...documents.map(({ vatAmount }) => vatAmount)),
  gross: add(...documents.map(({ total }) => total)),
});

const isIn = (day: string | null, { from, to }: Span): boolean => day !== null && from <= day && day <= to;
const isLive = ({ isCancelled }: AccountDocument) => !isCancelled;

const inOrder = (dayOf: (document: AccountDocument) => string) => (a: AccountDocument, b: AccountDocument) =>
  dayOf(a) === dayOf(b) ? (a.invoiceNumber < b.invoiceNumber ? -1 : 1) : dayOf(a) < dayOf(b) ? -1 : 1;

/** The documents issued in a period, oldest first, with cancelled ones, so that no number is missing. */
export const issuedIn = (documents: readonly AccountDocument[], period: Span): AccountDocument[] =>
  documents.filter(({ issueDate }) => isIn(issueDate, period)).toSorted(inOrder(({ issueDate }) => issueDate));

/** Those of `documents` that count: all but the cancelled ones. */
const counted = (documents: readonly AccountDocument[]): AccountDocument[] => documents.filter(isLive);

/** The documents paid in a period, oldest payment first: invoices, and credit notes that were paid back. */
export const paidIn = (documents: readonly AccountDocument[], period: Span): AccountDocument[] =>
  documents
    .filter((document) => isLive(document) && isIn(document.paidOn, period))
    .toSorted(inOrder(({ paidOn }) => paidOn ?? ''));

export type Balance = { document: AccountDocument; owed: Decimal };

/**
 * The amount of each document that is owed at the end of a day; settled documents are left out. Negative: a credit note that is
 * to be paid back, or a payment before the day of the invoice. A credit note that was set against its invoice settles it on
 * the note's own day. So the sum is that of all documents issued by this day, less all payments by this day.
 */
export function balancesAt(documents: readonly AccountDocument[], day: string): Balance[] {
  const setOffOn = new Map(
    documents.filter(({ isSetOff }) => isSetOff).map(({ corrects, issueDate }) => [corrects, issueDate]),
  );
  return documents.filter(isLive).flatMap((document) => {
    const { invoiceNumber, isSetOff, issueDate, paidOn, total } = document;
    const settledOn = isSetOff ? issueDate : (setOffOn.get(invoiceNumber) ?? paidOn);
    const issued = issueDate <= day;
    const settled = settledOn !== null && settledOn <= day;
    return issued === settled ? [] : [{ document, owed: issued ? total : negate(total) }];
  });
}

/** What a customer owes in one currency. `credit`: what is to be paid back, as a negative amount. */
export type CustomerBalance = {
  key: string;
  customer: string;
  currency: Currency;
  documents: number;
  ages: Record<Age, Decimal>;
  credit: Decimal;
  /** The ages and the credit together. */
  owed: Decimal;
};

function ageOf(late: number): Age {
  if (late <= 0) return 'not-due';
  if (late <= 30) return '1-30';
  if (late <= 60) return '31-60';
  return late <= 90 ? '61-90' : 'over-90';
}

/** The balances by customer, under the name on the latest document; lateness is counted up to `day`. */
export function customerBalances(balances: readonly Balance[], day: string): CustomerBalance[] {
  const groups = new Map<string, Balance[]>();
  for (const balance of balances) {
    const { customerId, customerName, currency } = balance.document;
    const key = `${customerId ?? customerName} ${currency}`;
    groups.set(key, [...(groups.get(key) ?? []), balance]);
  }
  return [...groups].map(([key, own]) => {
    const latest = own.toSorted((a, b) => (a.document.issueDate < b.document.issueDate ? 1 : -1))[0];
    const sum = (which: (balance: Balance) => boolean) => add(...own.filter(which).map(({ owed }) => owed));
    const isOfAge = (age: Age) => (balance: Balance) =>
      balance.owed > 0 && ageOf(daysBetween(balance.document.dueDate, day)) === age;
    return {
      key,
      customer: latest?.document.customerName ?? '',
      currency: latest?.document.currency ?? 'GBP',
      documents: own.length,
      // The cast is safe: there is an entry for each age.
      ages: Object.fromEntries(AGES.map((age) => [age, sum(isOfAge(age))])) as Record<Age, Decimal>,
      credit: sum(({ owed }) => owed < 0),
      owed: sum(() => true),
    };
  });
}

/** On the invoice basis VAT counts by the tax point, on the cash basis by the day of payment. */
const VAT_BASES = ['invoice', 'cash'] as const;
export type VatBasis = (typeof VAT_BASES)[number];

export type VatSum = Sums & { basis: VatBasis; currency: Currency; rate: Decimal | null };

/** The documents whose VAT belongs to a period. */
const vatDocuments = (documents: readonly AccountDocument[], basis: VatBasis, period: Span): AccountDocument[] =>
  basis === 'cash'
    ? paidIn(documents, period)
    : documents.filter((document) => isLive(document) && isIn(document.taxPoint, period));

/** The VAT of a period by basis, currency and rate; the highest rate first, invoices without VAT last. */
export const vatSums = (documents: readonly AccountDocument[], period: Span): VatSum[] =>
  VAT_BASES.flatMap((basis) => {
    const groups = new Map<string, AccountDocument[]>();
    for (const document of vatDocuments(documents, basis, period)) {
      const key = `${document.currency} ${document.vatRate}`;
      groups.set(key, [...(groups.get(key) ?? []), document]);
    }
    return [...groups.values()]
      .flatMap((own) => {
        const [first] = own;
        return first ? [{ basis, currency: first.currency, rate: first.vatRate, ...sumsOf(own) }] : [];
      })
      .toSorted((a, b) => (b.rate ?? -1) - (a.rate ?? -1));
  });

/** The sums of a period in one currency. */
export type PeriodSums = {
  currency: Currency;
  invoices: Sums;
  creditNotes: Sums;
  cancelled: number;
  payments: Sums;
  refunds: Sums;
  owedBefore: Decimal;
  owedAfter: Decimal;
  vat: Record<VatBasis, Sums>;
};

/** The sums of each currency. That of the account comes first, and is there even without documents. */
export function periodSums(documents: readonly AccountDocument[], period: Span, own: Currency): PeriodSums[] {
  const currencies = [...new Set([own, ...documents.map(({ currency }) => currency)])];
  return currencies.map((currency) => {
    const all = documents.filter((document) => document.currency === currency);
    const issued = issuedIn(all, period);
    const live = counted(issued);
    const paid = paidIn(all, period);
    const ofKind = (list: readonly AccountDocument[], kind: AccountDocument['kind']) =>
      sumsOf(list.filter((document) => document.kind === kind));
    const owedAt = (day: string) => add(...balancesAt(all, day).map(({ owed }) => owed));
    return {
      currency,
      invoices: ofKind(live, 'invoice'),
      creditNotes: ofKind(live, 'credit_note'),
      cancelled: issued.length - live.length,
      payments: ofKind(paid, 'invoice'),
      refunds: ofKind(paid, 'credit_note'),
      owedBefore: owedAt(addDays(period.from, -1)),
      owedAfter: owedAt(period.to),
      vat: { invoice: sumsOf(vatDocuments(all, 'invoice', period)), cash: sumsOf(paid) },
    };
  });
}
