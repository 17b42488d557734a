import { lazy, Suspense, type ReactNode } from 'react';
import type { InvoiceSettings } from '@/data/invoices/invoice-settings';
import { add } from '@/domain/core/money';
import { counted } from '@/domain/core/word-list';
import { MAX_INVOICE_ENTRIES } from '@/domain/invoices/invoice-checks';
import { invoiceSheet } from '@/domain/invoices/invoice-sheet';
import { fuelRule, surchargeOf, surchargeWords } from '@/domain/prices/surcharge';
import { SheetPanel } from '@/features/invoices/document/sheet-panel';
import { useInvoiceDraft } from '@/features/invoices/use-invoice-draft';
import type { FullCustomer } from '@/records/customers';
import type { Work } from '@/records/works';
import { useDisabledReason } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextField } from '@/ui/forms/field';
import { draftInvoice, isReady, problemsOf } from './draft';
import { GenerateButton } from './generate-button';
import { ItemList } from './item-list';
import { useMissingDetails, type MissingDetailsState } from './use-missing-details';
import { useOrderNumber, type StoredOrder } from './use-order-number';
import type { TypedTexts } from './use-typed-texts';
import { WorkPicker } from './work-picker';

// Loaded on demand: most invoices lack nothing.
const MissingFields = lazy(async () => ({ default: (await import('./missing-fields')).MissingFields }));

/** The choices on the left, the resulting sheet on the right; on a phone the sums are shown in between. */
export function DraftForm({
  controls,
  customer,
  settings,
  works,
  isPreviousPeriod,
  hasPeriod,
  preselected,
  today,
  storedOrder,
  sender,
  address,
}: {
  controls: ReactNode;
  customer: FullCustomer;
  settings: InvoiceSettings;
  works: readonly Work[];
  /** Whether `works` still belong to the previous period, because those of the new one are loading. */
  isPreviousPeriod: boolean;
  /** Whether `works` are limited to a period. */
  hasPeriod: boolean;
  preselected: readonly string[] | null;
  today: string;
  storedOrder: StoredOrder;
  sender: TypedTexts;
  address: TypedTexts;
}) {
  const ready = works.filter((work) => isReady(work, today));
  const draft = useInvoiceDraft(preselected, ready);
  const chosen = ready.filter(({ id }) => draft.isTicked(id));
  const rule = fuelRule(settings);
  const ticked = add(...chosen.map(({ totalValue }) => totalValue));
  const amount = rule && surchargeOf(ticked, rule);
  const surcharge = rule && amount ? { description: surchargeWords(rule, settings.currency), amount } : null;
  const items = draft.itemsWith(ticked, surcharge);
  const order = useOrderNumber(customer, storedOrder);
  const disabledReason = useDisabledReason();
  const details = useMissingDetails({ settings, customer, sender, address });
  const parts = {
    ...{ works: chosen, items, today, orderNumber: order.text },
    ...{ customer: details.customer, settings: details.settings },
  };
  const invoice = draftInvoice(parts);
  const { blockingProblems, warnings, zeroQuestion } = problemsOf(invoice, parts);
  const missing = preselected?.filter((id) => !works.some((work) => work.id === id)).length ?? 0;
  return (
    <div className="two-panes">
      <section className="grid grid-cols-1 gap-3" aria-label="Choices">
        {controls}
        {missing > 0 && (
          <Banner tone="warn">
            {counted(missing, 'chosen entry is', 'chosen entries are')} not in this list.{' '}
            {hasPeriod ? 'They may be of other days.' : 'Choose works for one customer only.'}
          </Banner>
        )}
        {ready.length > MAX_INVOICE_ENTRIES && (
          <Banner tone="warn">
            {ready.length.toLocaleString('en-GB')} entries are ready, and one invoice holds 1,000 at most. The oldest
            are chosen; make another invoice for the rest.
          </Banner>
        )}
        <WorkPicker
          works={works}
          today={today}
          currency={invoice.currency}
          isTicked={draft.isTicked}
          onTick={draft.tick}
        />
        <ItemList
          items={items}
          currency={invoice.currency}
          surchargeId={draft.surchargeFollows ? draft.surchargeId : null}
          onAdd={draft.addItem}
          onChange={draft.changeItem}
          onRemove={draft.removeItem}
          onRestoreSurcharge={surcharge && draft.surchargeRemoved ? draft.restoreSurcharge : null}
        />
        <TextField
          id={order.fieldId}
          label="Order number"
          optional={!customer.poRequired}
          hint="The customer's own number for this work. It is printed on the invoice."
          autoComplete="off"
          error={order.error ?? undefined}
          value={order.text}
          onChange={({ target }) => order.setText(target.value)}
        />
        {details.isShown && (
          <Suspense>
            <MissingFields customerName={customer.name} details={details} disabled={disabledReason !== null} />
          </Suspense>
        )}
        <Offers customerName={customer.name} details={details} />
        <Sums invoice={invoiceSheet(invoice)} />
        <GenerateButton
          customerId={customer.id}
          workIds={chosen.map(({ id }) => id)}
          items={items}
          total={invoice.total}
          order={order}
          details={details}
          blockingProblems={blockingProblems}
          warnings={warnings}
          zeroQuestion={zeroQuestion}
          loading={isPreviousPeriod}
        />
      </section>
      <SheetPanel title="Preview" invoice={invoice} />
    </div>
  );
}

/** Buttons that open the fields of optional details. */
function Offers({ customerName, details: { offers, open } }: { customerName: string; details: MissingDetailsState }) {
  return (
    <>
      {offers.address && (
        <Banner tone="warn" action={<Button onClick={() => open('address')}>Add the address</Button>}>
          {customerName} has no address.
        </Banner>
      )}
      {offers.bank && (
        <Banner tone="warn" action={<Button onClick={() => open('bank')}>Add bank details</Button>}>
          This invoice does not say where to pay: your bank details are missing.
        </Banner>
      )}
    </>
  );
}

/** The sums, shown on a phone above the sheet: there it is not visible together with the choices. */
function Sums({ invoice: { sums, total } }: { invoice: ReturnType<typeof invoiceSheet> }) {
  return (
    <dl className="card grid grid-cols-1 gap-1 px-4 py-3 text-2 lg:hidden">
      {sums.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4">
          <dt>{label}</dt>
          <dd className="figure">{value}</dd>
        </div>
      ))}
      <div className="flex items-baseline justify-between gap-4">
        <dt className="strong">{total.label}</dt>
        <dd className="total double text-5">{total.value}</dd>
      </div>
    </dl>
  );
}
