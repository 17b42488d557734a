import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { daysAgo, logJobs, addTasks, addPrices } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex' });
  await addTasks(owner, [
    ['Baling', 'bale', 6.22],
    ['Ploughing', 'acre', 40],
    ['Free advice', 'hour', 0],
  ]);
  await logJobs(owner, [{ customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale' }]);
  await logJobs(owner, [{ customer: 'Manor', task_name: 'Baling', chargeable_unit: 'bale' }]);
  await addPrices(owner, 'Ploughing', [
    { rate: 45, valid_from: daysAgo(300) },
    { rate: 50, valid_from: daysAgo(300), customer: 'Hill Farm' },
    { rate: 60, valid_from: daysAgo(300), customer: 'Manor' },
  ]);
});
afterAll(() => backend.close());

const stored = () =>
  backend.sql(
    `select t.name, c.name as customer, p.rate::float8 as rate, p.valid_to::text as "to"
     from public.prices p join public.tasks t on t.id = p.task_id left join public.customers c on c.id = p.customer_id
     where p.user_id = $1 order by p.valid_from, t.name, p.rate`,
    [owner.id],
  );
const newPrices = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole('checkbox')
    .slice(1)
    .map((box) => box.closest('label')?.textContent);

test('new prices are previewed, a customer is left out, and the others are set in one step', async () => {
  const { user } = await renderPage('/tasks', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Raise prices' }));
  await screen.findByRole('region', { name: 'Manor' });
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-03-01' } });
  expect(newPrices('Everybody')).toEqual([
    'Baling£6.22 / bale →  becomes £6.45 / bale (+3.7 %)',
    'Free adviceNo charge →  becomes stays',
    'Ploughing£45.00 / ac →  becomes £46.80 / ac (+4 %)',
  ]);
  expect(newPrices('Manor')).toEqual(['Ploughing£60.00 / ac →  becomes £62.50 / ac (+4.2 %)']);
  expect(screen.getByText(/^Rounded, the new prices are \+3\.7 % to \+4\.2 %\./)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('To the nearest'), '50p');
  expect(newPrices('Everybody')[0]).toBe('Baling£6.22 / bale →  becomes £6.50 / bale (+4.5 %)');
  await user.selectOptions(screen.getByLabelText('To the nearest'), 'By the size of each price');
  await user.click(screen.getByRole('checkbox', { name: 'Manor' }));
  expect(await stored()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Set 3 new prices' }));
  await screen.findByText('3 prices saved!');
  expect(await stored()).toEqual([
    { name: 'Ploughing', customer: null, rate: 45, to: '2027-02-28' },
    { name: 'Ploughing', customer: 'Hill Farm', rate: 50, to: '2027-02-28' },
    { name: 'Ploughing', customer: 'Manor', rate: 60, to: null },
    { name: 'Baling', customer: null, rate: 6.45, to: null },
    { name: 'Ploughing', customer: null, rate: 46.8, to: null },
    { name: 'Ploughing', customer: 'Hill Farm', rate: 52, to: null },
  ]);
  // The price list shows what is coming, and a second raise from that day says what starts then already.
  expect(await screen.findByText('£46.80 / ac from 1 Mar 2027')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Raise prices' }));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2027-03-01' } });
  expect(await screen.findByText(/^3 prices start on 1 Mar 2027 or later already, and stay as set\./)).toBeVisible();
  expect(within(screen.getByRole('region', { name: 'Hill Farm' })).getByText(/set already/)).toHaveTextContent(
    '£52.00 / ac from 1 Mar 2027, set already',
  );
  expect(screen.getByRole('button', { name: 'Set 1 new price' })).toBeEnabled();
});

test('a price that changed meanwhile makes the database refuse all of them, with a message; a farm in euro sees euros', async () => {
  await backend.sql(`update public.farm_settings set currency = 'EUR' where user_id = $1`, [owner.id]);
  const { user } = await renderPage('/tasks', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Raise prices' }));
  await screen.findByRole('region', { name: 'Manor' });
  expect(newPrices('Manor')).toEqual(['Ploughing€60.00 / ac →  becomes €62.50 / ac (+4.2 %)']);
  expect(within(screen.getByLabelText('To the nearest')).getByRole('option', { name: '€1' })).toBeInTheDocument();
  expect(screen.getByRole('dialog', { name: 'Raise prices' })).not.toHaveTextContent('£');
  await owner.from('prices').update({ rate: 61 }).eq('rate', 60);
  const before = await stored();
  await user.click(screen.getByRole('button', { name: 'Set 4 new prices' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Raise prices' }));
  expect(await dialog.findByText('The prices changed while you were looking. Look at the list again.')).toBeVisible();
  expect(await stored()).toEqual(before);
  await user.clear(screen.getByLabelText('By'));
  await waitFor(() => expect(screen.getByText('Enter a number like 4.')).toBeVisible());
  expect(screen.getByRole('button', { name: 'Set 0 new prices' })).toBeDisabled();
});
