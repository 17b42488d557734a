import { readFileSync } from 'node:fs';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { worksOfInvoiceQuery } from '@/data/works/works';
import { invoiceQuery } from '@/data/invoices/invoices';
import { invoiceTotals, uniqueItems } from '@/domain/invoices/invoice';
import { ZERO } from '@/domain/core/money';
import { addDays, formatDate } from '@/domain/core/time';
import { invoiceView } from '@/features/invoices/document/invoice-view';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing, type InvoicingAccount } from '@tests/support/account-data/invoicing';
import { renderPage } from '@tests/support/render-page';
import { pendingRequests } from '@tests/support/test-network';

let backend: TestBackend;
let owner: Person;
let account: InvoicingAccount;
let id: string;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  account = await setUpInvoicing(backend, owner);
  const items = [{ id: crypto.randomUUID(), description: 'Fuel surcharge', amount: 25 }];
  const { data } = await account.issue(await account.addWorks([330, 400.75, 534.92]), { items });
  id = data?.id ?? '';
});
afterAll(() => backend.close());

const urlOf = (input: RequestInfo | URL) => (input instanceof Request ? input.url : String(input));
const open = (number = 'INV-0001') => renderPage(`/invoices?number=${number}`, { backend, person: owner });
/** The buttons that change the state of an invoice. */
const CHANGE_BUTTONS = /^(Mark|Clear|Withdraw|Credit)/;
const progress = async () => within(await screen.findByRole('region', { name: 'Progress' }));
const stored = async () => (await backend.sql('select * from public.invoices where id = $1', [id]))[0];

describe('an invoice opened by its number', () => {
  test('shows the details at issue, not the current customer and settings; an item with two amounts on its jobs is logged once (case 38)', async () => {
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const [first] = await backend.sql(
      'select id, additional_items from public.works where invoice_id = $1 order by id',
      [id],
    );
    await backend.transaction(async (sql) => {
      await sql.script('alter table public.works disable trigger user');
      await sql.query(
        `update public.works set additional_items = jsonb_set(additional_items, '{0,amount}', '26') where id = $1`,
        [first?.['id']],
      );
      await sql.script('alter table public.works enable trigger user');
    });
    await owner.from('customers').update({ name: 'Hill Top' }).eq('id', account.hillFarm);
    await account.saveSettings({ business_name: 'New name' });
    await open();
    const sheetView = within(await screen.findByRole('article', { name: 'VAT invoice INV-0001' }));
    expect(sheetView.getByText('Hill Farm')).toBeVisible();
    expect(sheetView.getByText('Headland Contracting')).toBeVisible();
    const [item] = (first?.['additional_items'] ?? []) as { id: string }[];
    await waitFor(() =>
      expect(warnings.mock.calls).toEqual([
        ['Invoice INV-0001: an additional item has different amounts on its jobs.', [item?.id]],
      ]),
    );
    // The invoice is unchanged.
    expect(sheetView.getByText('Total to pay').nextElementSibling).toHaveTextContent('£1,548.80');
  });

  test('its lines and totals match its works and the function that adds up totals; the Invoices tab leads to the form of a new one', async () => {
    await account.addWorks([5]);
    const { user, address } = await open();
    await screen.findByRole('article');
    const viewer = { ownerId: owner.id, userId: owner.id, seesRates: true };
    const context = { signal: new AbortController().signal } as never;
    const invoice = await invoiceQuery(owner.id, 'INV-0001').queryFn?.(context);
    const works = await worksOfInvoiceQuery(viewer, 'INV-0001').queryFn?.(context);
    if (!invoice || !works) throw new Error('nothing read');
    const view = invoiceView(invoice, works);
    expect(view).toMatchObject({
      invoiceNumber: 'INV-0001',
      selectedCustomer: 'Hill Farm',
      workIds: works.map((work) => work.id),
      additionalItems: [{ description: 'Fuel surcharge' }],
    });
    const { subtotal, vatRate, vatAmount, total } = view;
    expect({ subtotal, vatRate, vatAmount, total }).toEqual(
      invoiceTotals({
        lines: view.filteredWorks.map((work) => ({ totalValue: work.totalValue ?? ZERO })),
        additionalItems: uniqueItems(works),
        vatRate: invoice.vatRate,
      }),
    );
    const [tab] = screen.getAllByRole('link', { name: 'Invoices' });
    if (tab) await user.click(tab);
    expect(await screen.findByText('Ready to invoice')).toBeVisible();
    expect(address()).toBe('/invoices');
  });

  test('an unknown invoice number is reported, and the URL is cleared (case 45)', async () => {
    const { address } = await open('INV-0999');
    await screen.findByText('Not Found');
    await screen.findByText('Could not find works for invoice #INV-0999.');
    expect(await screen.findByRole('heading', { name: 'Nothing to invoice.' })).toBeVisible();
    expect(address()).toBe('/invoices');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Add Work' })).toHaveAttribute('href', '/add-work');
  });

  test('works whose invoice is missing are reported, and the URL is cleared', async () => {
    const fetch: TestBackend['fetch'] = async (input, init) => {
      const request = new Request(input, init);
      return request.url.includes('invoice_number=eq.INV-0001') && request.url.includes('/rest/v1/invoices?')
        ? Response.json([])
        : backend.fetch(request);
    };
    const { address } = await renderPage('/invoices?number=INV-0001', { backend: { fetch }, person: owner });
    await screen.findByText('Could not find invoice #INV-0001.');
    await waitFor(() => expect(address()).toBe('/invoices'));
  });
});

test('an invoice is marked paid on a date, sent, and withdrawn while it is neither (cases 43, 47)', async () => {
  // The invoice was issued a fortnight ago.
  await backend.sql(
    `update public.invoices set issue_date = issue_date - 14, generated_at = generated_at - interval '14 days' where id = $1`,
    [id],
  );
  await backend.sql(
    `update public.works w set invoice_generated_at = i.generated_at
     from public.invoices i where i.user_id = w.user_id and i.id = w.invoice_id and i.id = $1`,
    [id],
  );
  const { user } = await open();
  /** Once the last change is read back: until then its button is busy. */
  const press = async (name: string) => {
    await waitFor(() => expect(pendingRequests()).toBe(0));
    await user.click((await progress()).getByRole('button', { name }));
  };
  const expectState = (word: string) =>
    waitFor(async () => expect((await progress()).getByText(word, { selector: '.state' })).toBeVisible());
  const confirm = async (name: string) => {
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await expectState('Generated');
  // Not sent, it can be withdrawn, and needs no credit note.
  expect((await progress()).getByRole('button', { name: 'Withdraw' })).toBeVisible();
  expect((await progress()).queryByRole('button', { name: 'Credit note' })).toBeNull();

  await press('Mark paid');
  const dialog = within(await screen.findByRole('dialog'));
  const date = dialog.getByLabelText('Paid on');
  fireEvent.change(date, { target: { value: addDays(account.today, 1) } });
  await user.click(dialog.getByRole('button', { name: 'Mark paid' }));
  expect(await dialog.findByText('Payment date is in the future.')).toBeVisible();
  fireEvent.change(date, { target: { value: addDays(account.today, -15) } });
  expect(await dialog.findByText('The date is before invoice INV-0001 was made.')).toBeVisible();
  expect(await stored()).toMatchObject({ paid_at: null });
  const days = [1, 2, 3, 4, 5, 6, 7].map((back) => addDays(account.today, -back));
  const tuesday = days.find((day) => new Date(day).getUTCDay() === 2) ?? '';
  fireEvent.change(date, { target: { value: tuesday } });
  await confirm('Mark paid');
  await expectState('Paid');
  const paid = (await progress()).getByText('Paid', { selector: 'dt' }).nextElementSibling;
  expect(paid).toHaveTextContent(formatDate(tuesday, account.today));
  const [row] = await backend.sql(
    `select (paid_at at time zone 'Europe/London')::text as paid from public.invoices where id = $1`,
    [id],
  );
  expect(row).toEqual({ paid: `${tuesday} 12:00:00` });
  // Nothing was sent, and no step says so.
  expect(await stored()).toMatchObject({ sent_at: null });
  const steps = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
  expect(steps.map((step) => within(step).queryByLabelText('Done:') !== null)).toEqual([
    ...[true, true, true],
    ...[false, true],
  ]);
  expect(await backend.sql('select id from public.invoice_mails where user_id = $1', [owner.id])).toEqual([]);
  await press('Clear status');
  await expectState('Generated');

  await press('Mark sent');
  await confirm('Mark sent');
  await screen.findByText('Status updated!');
  await expectState('Sent');
  expect((await progress()).queryByRole('button', { name: 'Withdraw' })).toBeNull();
  await press('Mark paid');
  await confirm('Mark paid');
  await expectState('Paid');
  await press('Clear status');
  await expectState('Sent');
  expect(await stored()).toMatchObject({ paid_at: null });
  await press('Clear status');
  await expectState('Generated');

  await press('Withdraw');
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(await stored()).toMatchObject({ voided_at: null });
  await press('Withdraw');
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Invoice withdrawn.');
  await waitFor(() => expect(within(screen.getByRole('article')).getByText('Cancelled')).toBeVisible());
  const facts = await progress();
  expect(facts.getByText('3 entries, free again')).toBeVisible();
  expect(facts.queryByRole('button', { name: CHANGE_BUTTONS })).toBeNull();
});

describe('the file of an invoice', () => {
  /** Serves the fonts, which the app loads from its own origin, beside the backend. */
  const withFonts = () => {
    const realFetch = globalThis.fetch;
    globalThis.fetch = (input, init) => {
      const font = /noto-sans-\w+\.ttf/.exec(urlOf(input))?.[0];
      return font ? Promise.resolve(new Response(readFileSync(`src/pdf/fonts/${font}`))) : realFetch(input, init);
    };
  };

  test('is downloaded as a PDF named after it, or shared; closing the share sheet is not an error', async () => {
    const shared: ShareData[] = [];
    const share = (data: ShareData) => {
      shared.push(data);
      return Promise.reject(new DOMException('closed', 'AbortError'));
    };
    Object.assign(navigator, { canShare: () => true, share });
    const { user } = await open();
    withFonts();
    let saved: { name: string; blob: Blob } | null = null;
    let blob: Blob | null = null;
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      blob = file as Blob;
      return 'blob:one';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      if (blob) saved = { name: this.download, blob };
    });
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    await waitFor(() => expect(saved).not.toBeNull());
    const { name, blob: file } = saved as unknown as { name: string; blob: Blob };
    expect(name).toBe('Invoice INV-0001 Hill Farm.pdf');
    expect(file.type).toBe('application/pdf');
    expect((await file.text()).slice(0, 5)).toBe('%PDF-');
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    await waitFor(() => expect(shared).toHaveLength(1));
    expect(shared[0]?.files?.[0]?.name).toBe('Invoice INV-0001 Hill Farm.pdf');
    expect(screen.queryByText('Could not share the PDF.')).toBeNull();
    Object.assign(navigator, { canShare: undefined, share: undefined });
  });

  test('sharing is not offered if the device can’t, and a missing font is reported', async () => {
    const { user } = await open();
    const realFetch = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      urlOf(input).includes('.ttf') ? Promise.resolve(new Response('', { status: 404 })) : realFetch(input, init);
    await user.click(await screen.findByRole('button', { name: 'Download PDF' }));
    await screen.findByText('Could not make the PDF.');
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  });
});
