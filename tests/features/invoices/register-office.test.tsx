// The register as an office uses it: what is owed and how late, periods, search, corrections, the file, and a phone.
import { act, screen as page, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/csv';
import { addDays, periodPresets } from '@/domain/time';
import { testBackend, type Person, type TestBackend } from '@tests/support/backend';
import { invoicing, type Invoicing } from '@tests/support/invoicing';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let farm: Invoicing;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user();
  farm = await invoicing(backend, owner);
});
afterAll(() => backend.close());

const open = (query = '') => renderPage(`/view-invoices${query}`, { backend, person: owner });
const rows = async () =>
  (await page.findAllByRole('row')).slice(1).map((row) => within(row).getAllByRole('cell')[1]?.textContent);
const listed = (numbers: readonly string[]) => waitFor(async () => expect(await rows()).toEqual(numbers));
const owed = () => within(page.getByRole('region', { name: 'What is owed' }));
const figure = (name: string) => owed().getByRole('button', { name: new RegExp(`^${name}`) });
const total = () => within(page.getByRole('region', { name: 'Totals' })).getByText('Total').nextSibling?.textContent;

/** An invoice of so many pounds before VAT, sent, and due so many days ago. */
async function sent(pounds: number, { late = -10, to = 'Hill Farm' } = {}) {
  const buyer = to === 'Hill Farm' ? farm.hillFarm : await farm.customer(to);
  const { data } = await farm.issue(await farm.works([pounds], { to }), { to: buyer });
  const id = data?.id ?? '';
  await farm.mark([id], 'sent');
  await backend.sql('update public.invoices set due_date = $2 where id = $1', [id, addDays(farm.today, -late)]);
  return id;
}
const pay = (id: string) => farm.mark([id], 'paid');
const credit = (id: string) =>
  owner.rpc('credit_invoice', { p_request_id: crypto.randomUUID(), p_invoice_id: id, p_reason: 'Wrong field' });

/** INV-1 to 6: not due, due today, 5, 40, 70 and 100 days late; INV-7 paid; INV-8 paid and credited by CN-0001. */
async function office() {
  const ids = [];
  for (const [at, late] of [-10, 0, 5, 40, 70, 100].entries()) ids.push(await sent(10 * 2 ** at, { late }));
  const [paid, wrong] = [await sent(1000), await sent(2000)];
  await pay(paid);
  await pay(wrong);
  await credit(wrong);
  return ids;
}

describe('what is owed', () => {
  test('is said above the list: outstanding, overdue, paid this month, to refund, and how late', async () => {
    await office();
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding£756.006 invoices'));
    expect(figure('Overdue')).toHaveTextContent('Overdue£720.004 invoices');
    expect(figure('Paid this month')).toHaveTextContent('Paid this month£3,600.002 payments');
    expect(figure('To refund')).toHaveTextContent('To refund£2,400.001 credit note');
    const ages = within(owed().getByRole('group', { name: 'Outstanding by days past the due date' }));
    expect(ages.getAllByRole('button').map((age) => age.textContent)).toEqual([
      'Not due yet£36.00',
      '1–30 days late£48.00',
      '31–60 days late£96.00',
      '61–90 days late£192.00',
      'Over 90 days late£384.00',
    ]);
  });

  test.each([
    ['Outstanding', 'outstanding', ['INV-0006', 'INV-0005', 'INV-0004', 'INV-0003', 'INV-0002', 'INV-0001'], '£756.00'],
    ['Overdue', 'overdue', ['INV-0006', 'INV-0005', 'INV-0004', 'INV-0003'], '£720.00'],
    ['Paid this month', 'paid-this-month', ['INV-0008', 'INV-0007'], '£3,600.00'],
    ['Not due yet', 'not-due', ['INV-0002', 'INV-0001'], '£36.00'],
    ['1–30 days', '1-30', ['INV-0003'], '£48.00'],
    ['31–60 days', '31-60', ['INV-0004'], '£96.00'],
    ['61–90 days', '61-90', ['INV-0005'], '£192.00'],
    ['Over 90 days', 'over-90', ['INV-0006'], '£384.00'],
  ])('%s lists what is behind it, in the address, until it is pressed again', async (name, word, numbers, sum) => {
    await office();
    const { user, address } = await open('?state=paid');
    await listed(['INV-0007']);
    await user.click(figure(name));
    await listed(numbers);
    expect(address()).toBe(`/view-invoices?show=${word}`);
    expect(figure(name)).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(total()).toBe(sum));
    await user.click(figure(name));
    await waitFor(async () => expect(await rows()).toHaveLength(9));
    expect(address()).toBe('/view-invoices');
  });

  test('what has to be refunded is listed, and goes when the money went back', async () => {
    await office();
    const { user, address } = await open();
    await rows();
    await user.click(await page.findByRole('button', { name: /^To refund/ }));
    await listed(['CN-0001']);
    expect(address()).toBe('/view-invoices?state=refund');
    await user.click(page.getByRole('checkbox', { name: 'Choose CN-0001' }));
    await user.click(page.getByRole('button', { name: 'Mark paid' }));
    await user.click(within(await page.findByRole('dialog')).getByRole('button', { name: 'Mark paid' }));
    await page.findByText('No invoices match these filters.');
    expect(figure('Paid this month')).toHaveTextContent('£1,200.003 payments');
    await user.click(page.getByRole('button', { name: 'Clear filters' }));
    await rows();
    expect(page.queryByRole('button', { name: /^To refund/ })).toBeNull();
  });

  test('two currencies stand beside each other', async () => {
    await sent(10, { late: 5 });
    await farm.settings({ currency: 'EUR' });
    await sent(100, { late: 5 });
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding€120.00£12.002 invoices'));
    expect(figure('1–30 days')).toHaveTextContent('1–30 days late€120.00£12.00');
    expect(figure('Not due yet')).toHaveTextContent('Not due yet€0.00');
    await waitFor(() => expect(total()).toBe('€120.00 + £12.00'));
  });

  test('is not there before the first invoice, and says nothing is owed when all is paid', async () => {
    const { view } = await open();
    await page.findByText('No invoices yet.');
    expect(page.queryByRole('region', { name: 'What is owed' })).toBeNull();
    expect(page.queryByRole('searchbox')).toBeNull();
    view.unmount();
    await pay(await sent(10));
    await backend.sql(
      `update public.invoices set generated_at = now() - interval '90 days', sent_at = now() - interval '90 days',
         paid_at = now() - interval '60 days' where user_id = $1`,
      [owner.id],
    );
    await open();
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('Outstanding£0.00No invoices'));
  });
});

describe('finding', () => {
  test('a tax year, the last one and dates of one’s own', async () => {
    const [year] = periodPresets(farm.today, 'england').filter(({ id }) => id === 'tax-year');
    const from = year?.from ?? '';
    const ids = [await sent(1), await sent(2), await sent(3), await sent(4)];
    for (const [at, day] of [from, addDays(from, -1), addDays(from, -365), addDays(from, -367)].entries())
      await backend.sql('update public.invoices set issue_date = $2 where id = $1', [ids[at], day]);
    const { user, address } = await open();
    await listed(['INV-0001', 'INV-0002', 'INV-0003', 'INV-0004']);
    const period = page.getByLabelText<HTMLSelectElement>('Period');
    const years = [...period.options].map(({ text }) => text).filter((text) => text.startsWith('Tax year'));
    const name = (first: number) => `Tax year ${first}/${String(first + 1).slice(2)}`;
    const first = Number(from.slice(0, 4));
    expect(years).toEqual([name(first), name(first - 1)]);
    await user.selectOptions(period, name(first));
    await listed(['INV-0001']);
    expect(address()).toBe(`/view-invoices?from=${from}&to=${first + 1}-04-05`);
    await user.selectOptions(period, name(first - 1));
    await listed(['INV-0002', 'INV-0003']);
    await user.selectOptions(period, 'Choose dates');
    await user.clear(page.getByLabelText('To'));
    await user.clear(page.getByLabelText('From'));
    await user.type(page.getByLabelText('From'), addDays(from, -1));
    await listed(['INV-0001', 'INV-0002']);
    await user.selectOptions(period, 'All dates');
    await waitFor(() => expect(address()).toBe('/view-invoices'));
    expect(page.queryByLabelText('From')).toBeNull();
  });

  test('in Ireland the tax year is the calendar year', async () => {
    await backend.sql(
      `update public.farm_settings set region = 'ireland', time_zone = 'Europe/Dublin' where user_id = $1`,
      [owner.id],
    );
    await sent(1);
    const { user, address } = await open();
    await listed(['INV-0001']);
    const year = farm.today.slice(0, 4);
    await user.selectOptions(page.getByLabelText('Period'), `Tax year ${year}`);
    expect(address()).toBe(`/view-invoices?from=${year}-01-01&to=${year}-12-31`);
  });

  test('by number or by customer, and gone when cleared', async () => {
    await sent(1);
    await sent(2, { to: 'Siân Ní Dhálaigh' });
    const { user, address } = await open();
    await listed(['INV-0002', 'INV-0001']);
    await user.type(page.getByRole('searchbox', { name: 'Number or customer' }), 'sian dhalaigh');
    await listed(['INV-0002']);
    expect(address()).toBe('/view-invoices?search=sian+dhalaigh');
    await user.clear(page.getByRole('searchbox'));
    await user.type(page.getByRole('searchbox'), '0001');
    await listed(['INV-0001']);
    await waitFor(() => expect(total()).toBe('£1.20'));
    await user.type(page.getByRole('searchbox'), '9');
    await user.click(await page.findByRole('button', { name: 'Clear filters' }));
    await listed(['INV-0002', 'INV-0001']);
    expect(page.getByRole('searchbox')).toHaveValue('');
  });
});

describe('corrections', () => {
  test('a note stands with its minus and leads to its invoice, the invoice to its note', async () => {
    const unpaid = await sent(10);
    await credit(unpaid);
    await open();
    await listed(['CN-0001', 'INV-0001']);
    const [, note, invoice] = page.getAllByRole('row');
    if (!note || !invoice) throw new Error('a row is missing');
    expect(note).toHaveTextContent('−£10.00−£2.00−£12.00Credit');
    expect(within(note).getByRole('link', { name: 'Corrects INV-0001' })).toHaveAttribute(
      'href',
      '/invoices?number=INV-0001',
    );
    expect(invoice).toHaveTextContent('£12.00Credited');
    expect(within(invoice).getByRole('link', { name: 'Corrected by CN-0001' })).toHaveAttribute(
      'href',
      '/invoices?number=CN-0001',
    );
    // They are set against each other: nothing is owed, nothing can be marked.
    await waitFor(() => expect(total()).toBe('£0.00'));
    expect(figure('Outstanding')).toHaveTextContent('£0.00');
    expect(page.queryByRole('checkbox', { name: /^Choose (CN|INV)/ })).toBeNull();
  });

  test('more than four gaps fold away', async () => {
    for (const next of [1, 3, 5, 7, 9, 11]) {
      await farm.settings({ next_number: next });
      await sent(1);
    }
    const { user } = await open();
    const note = await page.findByText('Never used, because the next number was raised: 10, 8, 6, 4, 2.');
    expect(note).not.toBeVisible();
    await user.click(page.getByText('Some numbers were never used'));
    expect(note).toBeVisible();
  });
});

/** The files that are handed to the browser. */
function saved(): File[] {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // Only files are handed over here.
    files.push(file as File);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('the file', () => {
  test('holds every row of the filter, runs no formula, and adds up to the sums on the screen', async () => {
    await office();
    const odd = await sent(3, { late: 5, to: '=cmd|"x", Ltd' });
    await backend.sql(`update public.invoices set sent_at = '2030-06-30T23:30:00Z' where id = $1`, [odd]);
    const cancelled = await farm.issue(await farm.works([500]));
    await farm.withdraw(cancelled.data?.id ?? '');
    const files = saved();
    const { user } = await open();
    await rows();
    await user.click(page.getByRole('button', { name: 'CSV' }));
    await page.findByText('CSV downloaded');
    expect(page.getByText('11 rows')).toBeVisible();
    const [file] = files;
    expect(file?.name).toBe(`invoices-${farm.today}.csv`);
    const [head, ...lines] = parseCsv((await file?.text()) ?? '');
    expect(head?.join()).toBe(
      'number,kind,issue_date,tax_point,due_date,customer,net,vat_rate,vat,gross,state,sent_at,paid_at,corrects,currency',
    );
    const named = (number: string) =>
      Object.fromEntries(lines.find(([first]) => first === number)?.map((cell, at) => [head?.[at] ?? '', cell]) ?? []);
    expect(named('INV-0009')).toEqual({
      number: 'INV-0009',
      kind: 'invoice',
      issue_date: farm.today,
      tax_point: farm.today,
      due_date: addDays(farm.today, -5),
      customer: `'=cmd|"x", Ltd`,
      net: '3',
      vat_rate: '20',
      vat: '0.6',
      gross: '3.6',
      state: 'overdue',
      // Half past midnight at the farm.
      sent_at: '2030-07-01',
      paid_at: '',
      corrects: '',
      currency: 'GBP',
    });
    expect(named('CN-0001')).toMatchObject({
      kind: 'credit_note',
      due_date: '',
      net: '-2000',
      vat: '-400',
      gross: '-2400',
      state: 'refund',
      corrects: 'INV-0008',
    });
    expect(named('INV-0008')).toMatchObject({ state: 'credited', gross: '2400', paid_at: farm.today });
    expect(named('INV-0010')).toMatchObject({ state: 'cancelled', net: '', vat: '', gross: '' });
    const gross = lines.reduce((sum, line) => sum + Number(line[9]), 0);
    await waitFor(() => expect(total()).toBe(`£${gross.toLocaleString('en-GB', { minimumFractionDigits: 2 })}`));
  });

  test('of a filter has its rows only, and its dates in its name', async () => {
    await office();
    const files = saved();
    const { user } = await open('?show=over-90&from=2020-04-06&to=2030-04-05');
    await listed(['INV-0006']);
    await user.click(page.getByRole('button', { name: 'CSV' }));
    await page.findByText('1 row');
    expect(files[0]?.name).toBe('invoices-2020-04-06-to-2030-04-05.csv');
    expect(parseCsv((await files[0]?.text()) ?? '').map(([number]) => number)).toEqual(['number', 'INV-0006']);
  });

  test('cannot be made without signal', async () => {
    await sent(1);
    await open();
    await listed(['INV-0001']);
    await waitFor(() => expect(figure('Outstanding')).toHaveTextContent('£1.20'));
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    expect(page.getByRole('button', { name: 'CSV' })).toBeDisabled();
    expect(page.getByText(/^Showing data from \d\d:\d\d – you're offline\.$/)).toBeVisible();
    expect(figure('Outstanding')).toHaveTextContent('£1.20');
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList,
    );
  });

  test('several are chosen by their cards and marked on a day', async () => {
    const ids = [await sent(1), await sent(2), await sent(3)];
    const cancelled = await farm.issue(await farm.works([500]));
    await farm.withdraw(cancelled.data?.id ?? '');
    // Issued ten days ago, and their works with them.
    for (const back of [
      `update public.works set invoice_generated_at = invoice_generated_at - interval '10 days' where user_id = $1 and invoice_id is not null`,
      `update public.invoices set issue_date = issue_date - 10, generated_at = generated_at - interval '10 days' where user_id = $1`,
    ])
      await backend.sql(back, [owner.id]);
    const { user } = await open();
    await page.findByRole('link', { name: /INV-0001/ });
    expect(page.queryByRole('checkbox')).toBeNull();
    await user.click(page.getByRole('button', { name: 'Choose' }));
    expect(page.getByText('Tap the invoices to mark.')).toBeVisible();
    expect(page.queryByRole('link', { name: /INV-0001/ })).toBeNull();
    expect(page.queryByRole('checkbox', { name: 'Choose INV-0004' })).toBeNull();
    await user.click(page.getByRole('checkbox', { name: 'Choose INV-0001' }));
    await user.click(page.getByRole('checkbox', { name: 'Choose INV-0003' }));
    const bar = within(page.getByRole('region', { name: 'Totals' }));
    expect(bar.getByRole('status')).toHaveTextContent('2 chosen£4.80');
    await user.click(bar.getByRole('button', { name: 'Mark paid' }));
    const dialog = within(await page.findByRole('dialog'));
    const day = addDays(farm.today, -3);
    await user.clear(dialog.getByLabelText('Paid on'));
    await user.type(dialog.getByLabelText('Paid on'), day);
    await user.click(dialog.getByRole('button', { name: 'Mark paid' }));
    await page.findByText('Status updated!');
    // And the cards lead to their invoices again.
    expect(await page.findByRole('link', { name: /INV-0001/ })).toHaveTextContent('Paid');
    const paid = await backend.sql(
      `select id from public.invoices where user_id = $1 and (paid_at at time zone 'Europe/London')::date = $2`,
      [owner.id, day],
    );
    expect(paid.map(({ id }) => id).sort()).toEqual([ids[0], ids[2]].sort());
  });

  test('Done lets the chosen ones go', async () => {
    await sent(1);
    const { user } = await open();
    await page.findByRole('link', { name: /INV-0001/ });
    await user.click(page.getByRole('button', { name: 'Choose' }));
    await user.click(page.getByRole('checkbox', { name: 'Choose INV-0001' }));
    await user.click(page.getByRole('button', { name: 'Done' }));
    expect(page.queryByText('1 chosen')).toBeNull();
    expect(page.getByRole('link', { name: /INV-0001/ })).toBeVisible();
  });

  test('a note says what it corrects', async () => {
    await credit(await sent(1));
    await open();
    expect(await page.findByRole('link', { name: /CN-0001, / })).toHaveTextContent('Corrects INV-0001−£1.20Credit');
    expect(page.getByRole('link', { name: /INV-0001, / })).toHaveTextContent('Corrected by CN-0001£1.20Credited');
  });
});
