// A job with a spray, logged without signal: it is in the record of its field at once, and counts for the harvest
// interval.
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { notesAccount, trayButton } from '@tests/features/notes/account';
import { navigate } from '@tests/support/navigate';
import { addTasks, logJobs, resizeWindow } from '@tests/features/works/works-helpers';

const { account, sql, open } = notesAccount();
const FIELD = '00000001-00f0-4000-8000-000000000000';
type User = Awaited<ReturnType<typeof open>>['user'];
const part = (user: User, name: RegExp) =>
  user.click(within(screen.getByRole('group', { name: 'More on this job' })).getByRole('button', { name }));
const stored = () =>
  sql(`select product, work_id::text from public.field_activities where user_id = $1`, [account().owner.id]);

/** Logs a job with a spray on a field, without signal, as the driver. */
async function logSpray() {
  resizeWindow(390);
  const { owner, connection } = account();
  await addTasks(owner, [['Spraying', 'hectare', 15]]);
  await logJobs(owner, [{ customer: 'Hill Farm', task_name: 'Spraying', chargeable_unit: 'hectare', quantity: 3 }]);
  const { error } = await owner
    .from('fields')
    .insert({ id: FIELD, user_id: owner.id, name: 'Long Meadow', area_ha: 12.4 });
  if (error) throw error;
  const { user } = await open('/add-work?customer=Hill+Farm&task=Spraying');
  await screen.findByRole('button', { name: 'Save work' });
  await part(user, /^Field/);
  await user.click(await screen.findByRole('button', { name: 'Long Meadow, 12.4 ha' }));
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await part(user, /^Material/);
  await user.click(screen.getByRole('button', { name: 'Add a material' }));
  await user.type(screen.getByLabelText('Material'), 'Proline');
  await user.click(screen.getByRole('radio', { name: 'Spray' }));
  expect(screen.getByText('It is recorded on each field of this job, shared by area.')).toBeInTheDocument();
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Quantity'), '18.6');
  await user.type(screen.getByLabelText(/^Harvest interval/), '35');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  connection.cut('refused', true);
  // Without a unit the dose is not known.
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByText(/^Proline: Enter the unit as L, ml, kg, g or t/)).toBeInTheDocument();
  await part(user, /material/i);
  await user.type(screen.getByLabelText(/^Unit/), 'L');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  return { user, docket: screen.getByRole('link', { name: 'Docket' }).getAttribute('href') ?? '' };
}

test('the job and the record of its field link to each other and hold up a harvest, before and after both are sent', async () => {
  const { user, docket } = await logSpray();
  navigate(`/fields/${FIELD}/harvest/new`);
  await user.click(await screen.findByRole('button', { name: 'Save harvest' }));
  expect(await screen.findByText(/^Harvest interval ends on \d+ [A-Z][a-z]{2}\.$/)).toBeInTheDocument();
  navigate(`/fields/${FIELD}?tab=crops`);
  expect(await screen.findByText(/^Harvest interval ends on/)).toBeInTheDocument();

  navigate(docket);
  await user.click(await screen.findByRole('link', { name: 'Spray: Proline, Long Meadow' }));
  expect(await screen.findByText(/1\.5 L\/ha, 12\.4 ha, 18\.6 L in all/)).toBeInTheDocument();
  expect(
    screen.getByText('It goes to the office together with its job. Until then it is changed there.'),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Change the job' })).toHaveAttribute(
    'href',
    docket.replace('/works-list?docket=', '/add-work?job='),
  );
  expect(await stored()).toEqual([]);
  account().connection.restore();
  await trayButton('^Nothing waits on this phone');
  expect(await stored()).toEqual([{ product: 'Proline', work_id: docket.split('=')[1] }]);
  expect(await screen.findByLabelText('Product')).toHaveValue('Proline');
  await user.click(screen.getByRole('link', { name: 'See the job that this was logged with' }));
  expect(await screen.findByRole('link', { name: 'Spray: Proline, Long Meadow' })).toBeInTheDocument();
  navigate(`/fields/${FIELD}?tab=crops`);
  expect(await screen.findByText(/^Harvest interval ends on/)).toBeInTheDocument();
});
