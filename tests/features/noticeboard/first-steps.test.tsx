import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ email: `new.holder.${crypto.randomUUID()}@example.test` });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => backend.close());

const open = (person: Person = owner) => renderPage('/noticeboard', { backend, person });
const rowsOf = (table: string) => backend.sql(`select * from public.${table} where user_id = $1`, [owner.id]);
const storedFarm = async () => (await rowsOf('farm_settings'))[0];
const card = () => screen.findByRole('heading', { name: 'First steps' });
const expectNoCard = () => expect(screen.queryByRole('heading', { name: 'First steps' })).not.toBeInTheDocument();
const openSteps = () =>
  ['Your business', 'Your price list', 'Your first job'].filter((name) => screen.queryByRole('button', { name }));

describe('the first steps of a new account', () => {
  test('replace "Nothing needs you": one save sets the business with clock, currency, units, VAT and address, and one the price list', async () => {
    const { user } = await open();
    await card();
    expect(openSteps()).toEqual(['Your business', 'Your price list', 'Your first job']);
    expect(screen.getByText('Three short steps to the first job.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Your business' })).toHaveAttribute('aria-expanded', 'true');
    expect(screen.queryByText('Nothing needs you.')).not.toBeInTheDocument();
    expect(screen.queryByText('All done')).not.toBeInTheDocument();

    // Missing or wrong values are reported beside their field, and nothing is saved.
    await user.click(screen.getByRole('button', { name: 'Save business' }));
    expect(await screen.findByText('Enter the name of your business, or your own.')).toBeVisible();
    expect(screen.getByRole('group', { name: 'VAT registered' })).toHaveAccessibleDescription('Choose yes or no.');
    await user.type(screen.getByLabelText('Business name'), ' Kelly Ltd ');
    await user.selectOptions(screen.getByLabelText('Country'), 'Ireland');
    expect(screen.getByText('Clock of Dublin, prices in euros.')).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Areas in'), 'Hectares');
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    await user.type(screen.getByLabelText(/^VAT number/), '12');
    await user.click(screen.getByRole('button', { name: 'Save business' }));
    expect(await screen.findByText("That doesn't look like a VAT number.")).toBeVisible();
    expect(await rowsOf('invoice_settings')).toEqual([]);

    await user.clear(screen.getByLabelText(/^VAT number/));
    await user.type(screen.getByLabelText(/^VAT number/), 'ie  1234567WA');
    expect(screen.getByLabelText(/^VAT number/)).toHaveAccessibleDescription(/13\.5 %: agricultural contracting/);
    await user.click(screen.getByRole('button', { name: 'Save business' }));
    await screen.findByText('Business saved!');
    expect((await rowsOf('invoice_settings'))[0]).toMatchObject({
      ...{ business_name: 'Kelly Ltd', vat_registered: true, vat_number: 'ie 1234567WA' },
      ...{ vat_rate: 13.5, currency: 'EUR', email: owner.email },
    });
    expect(await storedFarm()).toMatchObject({
      ...{ farm_name: 'Kelly Ltd', region: 'ireland', time_zone: 'Europe/Dublin', area_unit: 'hectare' },
      ...{ currency: 'EUR', asks_business: false, asks_prices: true, asks_first_job: true },
    });
    await waitFor(() => expect(openSteps()).toEqual(['Your price list', 'Your first job']));
    expect(screen.getByText('Two steps left.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Your price list' })).toHaveAttribute('aria-expanded', 'true');

    // The ticked tasks of the trades are added with their typed rates, in one step.
    const form = within(screen.getByRole('form', { name: 'Your price list' }));
    await user.click(form.getByRole('button', { name: 'Add tasks' }));
    expect(form.getByText('Choose a trade.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Livestock relief' }));
    await user.click(form.getByRole('button', { name: 'Haulage' }));
    await user.click(form.getByRole('button', { name: 'Livestock relief' }));
    expect(form.queryByRole('checkbox', { name: 'Relief milking' })).not.toBeInTheDocument();
    for (const task of form.getAllByRole('checkbox').slice(2)) await user.click(task);
    await user.type(form.getByLabelText('Rate for Grain haulage'), 'six');
    await user.click(form.getByRole('button', { name: 'Add 2 tasks' }));
    expect(form.getByLabelText('Rate for Grain haulage')).toHaveAccessibleDescription('Enter a number like 12.5.');
    expect(await rowsOf('tasks')).toEqual([]);
    await user.clear(form.getByLabelText('Rate for Grain haulage'));
    await user.type(form.getByLabelText('Rate for Grain haulage'), '6.25');
    await user.click(form.getByRole('button', { name: 'Add 2 tasks' }));
    await screen.findByText('Tasks added!');
    const stored = (await rowsOf('tasks')).map(({ name, chargeable_unit, default_rate, category }) => [
      ...[name, chargeable_unit, default_rate, category],
    ]);
    expect(stored.toSorted()).toEqual([
      ['Grain haulage', 'tonne', 6.25, 'Haulage'],
      ['Haulage', 'load', null, 'Haulage'],
    ]);
    await waitFor(() => expect(openSteps()).toEqual(['Your first job']));
    await waitFor(async () => expect(await storedFarm()).toMatchObject({ asks_prices: false, asks_first_job: true }));
  });

  test('a skipped step stays skipped on every device, and the card disappears when all are skipped', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Skip: Your business' }));
    await waitFor(() => expect(openSteps()).toEqual(['Your price list', 'Your first job']));
    expect(screen.getByRole('button', { name: 'Your price list' })).toHaveFocus();
    cleanup();
    localStorage.clear();
    const other = await open();
    await other.user.click(await screen.findByRole('button', { name: 'Skip: Your price list' }));
    await other.user.click(await screen.findByRole('button', { name: 'Skip: Your first job' }));
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expectNoCard();
    expect(await storedFarm()).toMatchObject({ asks_business: false, asks_prices: false, asks_first_job: false });
    expect(await rowsOf('invoice_settings')).toEqual([]);
  });

  test('the first job is prefilled with the only task, and its step is done once there is a job; a business saved elsewhere is not asked for again', async () => {
    await owner.from('tasks').insert({ user_id: owner.id, name: 'Mowing', chargeable_unit: 'acre' });
    await owner.from('invoice_settings').insert({ user_id: owner.id, business_name: 'Hill' });
    await open();
    await waitFor(() => expect(openSteps()).toEqual(['Your first job']));
    expect(screen.getByText('One step left.')).toBeVisible();
    const link = await screen.findByRole('link', { name: 'Log the first job', hidden: true });
    expect(link).toHaveAttribute('href', '/add-work?task=Mowing');
    await waitFor(async () => expect(await storedFarm()).toMatchObject({ asks_business: false, asks_first_job: true }));
    const job = { customer: 'Hill Farm', task_name: 'Mowing', chargeable_unit: 'acre', work_date: '2026-11-02' };
    expect((await owner.from('works').insert(job)).error).toBeNull();
    // Not even when its name is removed.
    await backend.sql('update public.invoice_settings set business_name = null where user_id = $1', [owner.id]);
    cleanup();
    await open();
    expect(await screen.findByText(/things? needs? you\.$/)).toBeVisible();
    await waitFor(expectNoCard);
    await waitFor(async () => expect(await storedFarm()).toMatchObject({ asks_prices: false, asks_first_job: false }));
  });

  test('are not shown to an account in use, nor later when its jobs are deleted', async () => {
    await backend.sql(
      `insert into public.works (user_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name,
         created_at)
       values ($1, 'Hill Farm', 'Mowing', 'acre', 10, 2, '2026-11-02', 'Pat', now() - interval '2 days')`,
      [owner.id],
    );
    await open();
    expect(await screen.findByText('One thing needs you.')).toBeVisible();
    await waitFor(async () =>
      expect(await storedFarm()).toMatchObject({ asks_business: false, asks_prices: false, asks_first_job: false }),
    );
    expectNoCard();
    await backend.sql('delete from public.works where user_id = $1', [owner.id]);
    cleanup();
    await open();
    expect(await screen.findByRole('heading', { name: 'All done' })).toBeVisible();
    expectNoCard();
  });

  test('offline the card says which steps need a connection, and the job can still be logged', async () => {
    const { user } = await open();
    await user.type(await screen.findByLabelText('Business name'), 'Hill');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    act(() => void window.dispatchEvent(new Event('offline')));
    const business = within(screen.getByRole('region', { name: 'Your business' }));
    expect(await business.findByText('Saving and skipping need signal.')).toBeVisible();
    expect(business.getByRole('button', { name: 'Save business' })).toBeDisabled();
    expect(business.getByRole('button', { name: 'Skip: Your business' })).toBeDisabled();
    expect(screen.getByLabelText('Business name')).toHaveValue('Hill');
    await user.click(screen.getByRole('button', { name: 'Your first job' }));
    expect(await screen.findByRole('link', { name: 'Log the first job' })).toBeVisible();
    expect(screen.getByText('Skipping needs signal. Logging a job does not.')).toBeVisible();
  });
});
