// The field screens: the register, a field's page, logging with and without signal, and permissions.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { waitForCopy } from '@tests/features/offline/phone';
import { closeApp, notesAccount, trayButton } from '@tests/features/notes/account';
import { holdRequests } from '@tests/support/hold-requests';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';

const { account, sql, open } = notesAccount();

const id = (n: number) => `0000000${n}-00f0-4000-8000-000000000000`;
/** Adds a field as the account holder. */
async function addField(fields: object) {
  const row = { id: id(1), user_id: account().owner.id, name: 'Bottom Meadow', area_ha: 12.4, ...fields };
  const { error } = await account().owner.from('fields').insert(row);
  if (error) throw error;
}
const stored = (columns: string, table = 'fields') =>
  sql(`select ${columns} from public.${table} where user_id = $1 order by created_at, id`, [account().owner.id]);
const type = async (user: Awaited<ReturnType<typeof open>>['user'], label: string | RegExp, text: string) => {
  const input = screen.getByLabelText(label);
  await user.clear(input);
  await user.type(input, text);
};

test('the holder adds a field by name and acres, edits it without rounding it again, and sees totals', async () => {
  const { user, address } = await open('/fields', account().owner);
  expect(await screen.findByText('No fields yet.')).toBeInTheDocument();
  expect(screen.getByText('Add one by name and acres – you can draw it later.')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'New field' }));
  await user.click(await screen.findByRole('button', { name: 'Save field' }));
  expect(await screen.findByText('Give the field a name.')).toBeInTheDocument();
  expect(screen.getByText('Area must be more than 0.')).toBeInTheDocument();
  await type(user, 'Name', 'Bottom Meadow');
  await type(user, 'Area', '10.01');
  await type(user, /^Parcel \(optional\)/, 'SX123 5678');
  await user.click(screen.getByRole('button', { name: 'Save field' }));
  expect(await screen.findByText('Parcel should look like SX1234 5678.')).toBeInTheDocument();
  await type(user, /^Parcel \(optional\)/, 'sx12345678');
  await user.click(screen.getByRole('button', { name: 'Save field' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Bottom Meadow' })).toBeInTheDocument();
  expect(await stored('name, area_ha::float, parcel_ref')).toEqual([
    { name: 'Bottom Meadow', area_ha: 4.0509, parcel_ref: 'SX1234 5678' },
  ]);
  const [row] = (await stored('id::text')) as { id: string }[];
  await sql(`update public.fields set area_ha = 4.05 where id = $1`, [row?.id]);
  closeApp();

  const again = await open(`/fields/${row?.id ?? ''}/edit`, account().owner);
  expect(await screen.findByLabelText('Area')).toHaveValue('10.01');
  await type(again.user, /^Hazards/, 'Power line');
  await again.user.click(screen.getByRole('button', { name: 'Save field' }));
  await screen.findByText('Field updated!');
  expect(await stored('area_ha::float, hazards')).toEqual([{ area_ha: 4.05, hazards: 'Power line' }]);
  expect(await screen.findByText('Power line')).toBeInTheDocument();
  closeApp();

  await addField({ name: 'Field 10', area_ha: 2, customer: 'Hill Farm' });
  await addField({ id: id(2), name: 'Field 2', area_ha: 1 });
  const register = await open('/fields', account().owner);
  await screen.findByRole('link', { name: /Field 10/ });
  const names = () =>
    screen.getAllByRole('link', { name: /Bottom|Field \d/ }).map((link) => link.textContent.slice(0, 8));
  expect(names()).toEqual(['Bottom M', 'Field 2', 'Field 10'].map((name) => name.slice(0, 8)));
  const totals = within(screen.getByRole('region', { name: 'Totals' }));
  expect(totals.getByText('7.05 ha')).toBeInTheDocument();
  expect(totals.getByText('17.42 ac')).toBeInTheDocument();
  await register.user.click(screen.getByRole('radio', { name: 'Hectares' }));
  expect(await screen.findByText('4.05 ha')).toBeInTheDocument();
  await register.user.selectOptions(screen.getByLabelText('Whose land'), 'own');
  await waitFor(() => expect(screen.queryByText('Field 10')).toBeNull());
  await register.user.type(screen.getByLabelText('Search fields'), 'FIELD 2');
  await waitFor(() => expect(screen.queryByText('Bottom Meadow')).toBeNull());
  expect(register.address()).toBe('/fields?unit=hectare&land=own&q=FIELD+2');
  expect(address()).toContain('/fields');
});

test('a form that began with the copy of this device sends only what was changed in it', async () => {
  await addField({ notes: 'Wet corner' });
  await open('/fields', account().owner);
  await screen.findByText('Bottom Meadow');
  await waitForCopy('fields', 'Wet corner');
  closeApp();
  await sql('update public.fields set area_ha = 9, notes = $1 where id = $2', ['Drained', id(1)]);

  const slow = holdRequests(account().connection, /^GET \/rest\/v1\/fields\?/);
  const { user } = await renderPage(`/fields/${id(1)}/edit`, { backend: slow, person: account().owner });
  expect(await screen.findByLabelText('Area')).toHaveValue('30.64');
  await type(user, /^Hazards/, 'Power line');
  expect(slow.held()).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Save field' }));
  await waitFor(async () =>
    expect(await stored('area_ha::float, notes, hazards')).toEqual([
      { area_ha: 9, notes: 'Drained', hazards: 'Power line' },
    ]),
  );
  slow.release();
});

test('a spray is logged offline and sent once; if its field was deleted meanwhile, it is marked (case 82)', async () => {
  await addField({ hazards: 'Power line' });
  const { user } = await open(`/fields/${id(1)}/activity/new`);
  expect(await screen.findByText('Power line')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Spray' }));
  await screen.findByRole('button', { name: 'Save activity' });
  account().connection.cut('refused', true);
  expect(screen.getByLabelText(/^Area/)).toHaveValue('30.64');
  expect(screen.getByLabelText('Operator')).toHaveValue('Sam Driver');
  await type(user, 'Product', 'Proline 275');
  expect(await screen.findByText("You haven't entered the MAPP/PCS number.")).toBeInTheDocument();
  // What the record needs is said beside its field, before anything is saved.
  const rate = screen.getByLabelText(/^Rate/);
  expect(rate).toHaveAccessibleDescription('The record of a spray needs the dose.');
  await type(user, /^Rate/, '1.5');
  expect(await screen.findByText('18.6 L')).toBeInTheDocument();
  expect(rate).not.toHaveAccessibleDescription();
  await type(user, /^Area/, '33');
  await user.click(screen.getByRole('button', { name: 'Save activity' }));
  expect(await screen.findByText('Treated area is bigger than the field.')).toBeInTheDocument();
  await type(user, /^Area/, '30.64');
  await type(user, 'MAPP/PCS number', '14790');
  await type(user, 'Reason', 'Septoria');
  await user.click(screen.getByRole('button', { name: 'Save activity' }));
  const card = await screen.findByRole('link', { name: /Spray, Proline 275/ });
  expect(card).toHaveTextContent('1.5 L/ha, 12.4 ha, 18.6 L in all');
  await waitFor(() => expect(card).toHaveTextContent('Waiting on this phone'));
  expect(await stored('id', 'field_activities')).toEqual([]);
  // The account holder deletes the field before the phone has signal.
  const deleted = await account().owner.from('fields').delete().eq('id', id(1));
  expect(deleted.error).toBeNull();
  account().connection.restore();
  await trayButton('^Nothing waits on this phone');
  const columns = 'product, mapp_pcs_no, reason, area_ha::float, total_qty::float, field_id, field_name, field_problem';
  const expected = {
    ...{ product: 'Proline 275', mapp_pcs_no: '14790', reason: 'Septoria', area_ha: 12.4, total_qty: 18.6 },
    ...{ field_id: null, field_name: 'Bottom Meadow', field_problem: 'deleted' },
  };
  expect(await stored(columns, 'field_activities')).toEqual([expected]);
  closeApp();

  await addField({ id: id(2), name: 'Low Meadow' });
  await addField({ id: id(3), name: 'Sold Meadow', archived_on: '2026-01-01' });
  const holder = await open('/fields', account().owner);
  await holder.user.click(await screen.findByRole('link', { name: 'Spray, Bottom Meadow, by Sam Driver' }));
  const select = await screen.findByLabelText('Field');
  // An archived field is not offered.
  expect([...within(select).getAllByRole('option')].map((option) => option.textContent)).toEqual([
    'Choose a field',
    'Low Meadow, 30.64 ac',
  ]);
  await holder.user.selectOptions(select, id(2));
  await holder.user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(async () =>
    expect(await stored('field_id, field_name, field_problem', 'field_activities')).toEqual([
      { field_id: id(2), field_name: 'Low Meadow', field_problem: null },
    ]),
  );
});

test('a harvest is refused until the harvest interval has passed, and shows its weight at 15 % and its yield', async () => {
  await addField({ area_ha: 4.05 });
  const spray = { user_id: account().owner.id, field_id: id(1), field_name: 'x', season: 2026, activity_type: 'spray' };
  const dated = { product: 'Proline', started_at: new Date().toISOString(), harvest_interval_days: 35 };
  expect(
    (
      await account()
        .owner.from('field_activities')
        .insert({ id: id(4), ...spray, ...dated })
    ).error,
  ).toBeNull();
  const { user } = await open(`/fields/${id(1)}/harvest/new`);
  await user.click(await screen.findByRole('button', { name: 'Save harvest' }));
  expect(await screen.findByText('Say what was harvested.')).toBeInTheDocument();
  expect(screen.getByText('Enter a quantity greater than 0.')).toBeInTheDocument();
  expect(screen.getByText(/^Harvest interval ends on \d+ [A-Z][a-z]{2}\.$/)).toBeInTheDocument();
  await type(user, 'Harvested', 'Wheat');
  await type(user, 'Quantity', '32.4');
  await type(user, /^Moisture/, '18.2');
  await user.clear(screen.getByLabelText('Date'));
  await user.type(screen.getByLabelText('Date'), '2026-08-12');
  await user.click(screen.getByRole('button', { name: 'Save harvest' }));
  const card = await screen.findByRole('link', { name: /Wheat/ });
  expect(card).toHaveTextContent('32.4 tonnes at 18.2 %: 31.18 t at 15 %, 7.70 t/ha (3.12 t/ac)');
  // Entered by mistake, it is struck out, stays in the list, and can be brought back.
  await user.click(card);
  await user.click(await screen.findByRole('button', { name: 'Entered by mistake' }));
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Strike out' }));
  await waitFor(async () => expect(await stored('struck', 'harvests')).toEqual([{ struck: true }]));
  await user.click(await screen.findByRole('link', { name: /Wheat.*Entered by mistake/ }));
  await user.click(await screen.findByRole('button', { name: 'Bring it back' }));
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeInTheDocument();
});

test('a spray entered by mistake is struck out, which ends its harvest interval, and can be brought back', async () => {
  await addField({});
  const spray = { user_id: account().owner.id, field_id: id(1), field_name: 'x', season: 2026, activity_type: 'spray' };
  const dated = { product: 'Proline', started_at: new Date().toISOString(), harvest_interval_days: 35 };
  const { error } = await account()
    .owner.from('field_activities')
    .insert({ id: id(4), ...spray, ...dated });
  expect(error).toBeNull();
  const { user } = await open(`/fields/${id(1)}/activity/${id(4)}`, account().owner);
  await user.click(await screen.findByRole('button', { name: 'Entered by mistake' }));
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('radio', { name: 'Planned' })).toBeNull();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Strike out' }));
  await user.click(await screen.findByRole('link', { name: /Spray, Proline.*Entered by mistake/ }));
  expect(await screen.findByText(/^Entered by mistake\. .* struck this out on /)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  expect(await stored('struck', 'field_activities')).toEqual([{ struck: true }]);
  await user.click(screen.getByRole('button', { name: 'Bring it back' }));
  expect(await screen.findByRole('button', { name: 'Save changes' })).toBeInTheDocument();
  await waitFor(async () => expect(await stored('struck', 'field_activities')).toEqual([{ struck: false }]));
});

test('an unsent spray on this phone blocks a harvest, a planned spray does not', async () => {
  await addField({});
  const newSpray = `/fields/${id(1)}/activity/new?type=spray`;
  const { user } = await open(newSpray);
  await screen.findByRole('button', { name: 'Save activity' });
  account().connection.cut('refused', true);
  /** `count`: how many sprays the list then has. */
  const spray = async (state: string, count: number) => {
    await screen.findByRole('button', { name: 'Save activity' });
    await type(user, 'Product', 'Proline');
    await type(user, /^Harvest interval/, '35');
    await user.click(screen.getByRole('radio', { name: state }));
    await user.click(screen.getByRole('button', { name: 'Save activity' }));
    await waitFor(() => expect(screen.getAllByRole('link', { name: /Spray, Proline/ })).toHaveLength(count));
    navigate(`/fields/${id(1)}/harvest/new`);
    await user.click(await screen.findByRole('button', { name: 'Save harvest' }));
    await screen.findByText('Enter a quantity greater than 0.');
    return screen.queryByText(/^Harvest interval ends on \d+ [A-Z][a-z]{2}\.$/);
  };
  expect(await spray('Planned', 1)).toBeNull();
  navigate(newSpray);
  expect(await spray('Done', 2)).toBeInTheDocument();
});

test('the account holder enters a soil test and a crop; a pH outside 3 to 10 is refused', async () => {
  await addField({ land_use: 'arable' });
  const { user } = await open(`/fields/${id(1)}/soil/new`, account().owner);
  await user.type(await screen.findByLabelText(/^pH/), '10.5');
  await user.click(screen.getByRole('button', { name: 'Save soil test' }));
  expect(await screen.findByText('pH must be between 3 and 10.')).toBeInTheDocument();
  await type(user, /^pH/, '6.4');
  await type(user, /^P \(/, '18');
  await user.click(screen.getByRole('button', { name: 'Save soil test' }));
  expect(await screen.findByRole('link', { name: /pH 6\.4, P index 2- – 18 mg\/l/ })).toBeInTheDocument();
  closeApp();
  const crop = await open(`/fields/${id(1)}/season/2026`, account().owner);
  await crop.user.type(await screen.findByLabelText('Crop'), 'Winter wheat');
  await crop.user.click(screen.getByRole('button', { name: 'Save crop' }));
  expect(await screen.findByRole('link', { name: /2026: Winter wheat/ })).toBeInTheDocument();
});

test('an employee reads fields but can’t edit them: the edit page says that it is for the account holder', async () => {
  await addField({});
  const { user, address } = await open(`/fields/${id(1)}/edit`);
  expect(await screen.findByText(/^This page is for the main account holder\. Ask Alex/)).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Back to Fields' }));
  expect(address()).toBe('/fields');
  await user.click(await screen.findByRole('link', { name: /Bottom Meadow/ }));
  await user.click(await screen.findByRole('button', { name: 'More for Bottom Meadow' }));
  expect(await screen.findByRole('menuitem', { name: 'Field record as PDF' })).toBeInTheDocument();
  expect(screen.queryByRole('menuitem', { name: 'Edit field' })).toBeNull();
  closeApp();
  await open('/fields/nowhere');
  expect(await screen.findByText('This field is not there.')).toBeInTheDocument();
});
