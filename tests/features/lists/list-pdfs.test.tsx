// The lists as PDFs, except the works list (works-pdf.test.tsx): each has the rows, filters and sums of its screen.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { formatDateDated, formatDateNumeric } from '@/domain/core/time';
import { connectionTo } from '@tests/features/offline/phone';
import { addTasks, daysAgo, findRows, logJobs, resizeWindow, today } from '@tests/features/works/works-helpers';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { insertDocument } from '@tests/support/account-data/register';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { catchSavedFiles } from '@tests/features/calculators/saved-files';
import { saveCsv, savePdf } from './saved-pdf';

catchSavedFiles();

// A PDF takes long on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  resizeWindow(1440);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await backend.sql(
    `update public.farm_settings set farm_name = 'Headland Ltd', region = 'ireland', currency = 'GBP' where user_id = $1`,
    [owner.id],
  );
});

const open = (path: string, person = owner) => renderPage(path, { backend, person });
const printed = () => `Printed on ${formatDateDated(today())}`;
/** The texts of the rows on the screen. */
const shownRows = async () =>
  (await findRows()).map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );

test('the register sums what was invoiced and paid and is outstanding in each currency, without cancelled ones', async () => {
  const issued = { issued: '2026-05-01', due: daysAgo(-30) };
  await insertDocument(backend, owner, { ...issued, total: 100.5, paid: '2026-06-01T12:00:00Z' });
  await insertDocument(backend, owner, { ...issued, total: 1240.75, customer: 'Siân Ní Dhálaigh & Daughters' });
  await insertDocument(backend, owner, { ...issued, total: 40.5, currency: 'EUR' });
  await insertDocument(backend, owner, { ...issued, total: 999, voided: true });
  const credited = await insertDocument(backend, owner, { ...issued, total: 60, credited: true });
  await insertDocument(backend, owner, { ...issued, total: -20, corrects: credited });
  const { user } = await open('/view-invoices');
  const rows = await shownRows();
  const { name, text } = await savePdf(user);
  expect(name).toBe(`invoices-${today()}.pdf`);
  expect(text).toContain('Headland Ltd Invoices 6 rows ');
  expect(text).toContain(
    'Invoiced £1,381.25, net £1,379.25, VAT £2.00, paid £100.50, outstanding £1,240.75, to refund −£20.00 ' +
      'Invoiced €40.50, net €40.00, VAT €0.50, paid €0.00, outstanding €40.50 ' +
      'Cancelled invoices are listed, but their amounts are not in the sums.',
  );
  expect(text).toContain(printed());
  expect(text).toContain('Number Customer Issued Due Net VAT Total State');
  expect(rows).toHaveLength(6);
  for (const [, number = '', customer = '', , , net = '', vat = '', total = ''] of rows)
    expect(text).toMatch(
      new RegExp(`${number} ${customer} 1 May 2026 .*?${[net, vat, total].join(' ').replaceAll('.', '\\.')}`),
    );

  // Of a filter, only its documents; the filter is printed.
  navigate('/view-invoices?state=paid&from=2026-04-01&to=2026-05-31&search=hill');
  await waitFor(async () => expect(await shownRows()).toHaveLength(1));
  const paid = await savePdf(user);
  expect(paid.name).toBe('invoices-2026-04-01-to-2026-05-31.pdf');
  expect(paid.text).toContain('Only: Paid, from 1 Apr 2026, to 31 May 2026, “hill” 1 row ');
  expect(paid.text).not.toContain('£1,240.75');
});

const addMovement = async (more: object) => {
  const { error } = await owner.from('manure_movements').insert({
    ...{ id: crypto.randomUUID(), user_id: owner.id, moved_on: daysAgo(1), direction: 'export', regime: 'ie' },
    ...{ manure: 'cattle_slurry', manure_name: 'Cattle slurry', quantity: 80, unit: 'm3', p_form: 'P' },
    ...{ content_from: 'table', n_per_unit: 2.4, p_per_unit: 0.5, other_name: 'J. Doe', ...more },
  });
  expect(error).toBeNull();
};

test('more than one page of manure movements, the latest first, with their quantities in the header', async () => {
  await addMovement({ transporter_name: "O'Brien Haulage", vehicle_reg: '12-D-3456', notify_by: daysAgo(-3) });
  await addMovement({
    ...{ moved_on: daysAgo(30), direction: 'import', quantity: 12.5, unit: 't', other_name: 'Żółć' },
    notified_on: daysAgo(20),
  });
  await backend.sql(
    `insert into public.manure_movements (id, user_id, moved_on, direction, regime, manure, manure_name, quantity, unit,
         p_form, content_from)
       select gen_random_uuid(), $1, $2::date - n, 'export', 'ie', 'cattle_slurry', 'Cattle slurry', 1, 'm3', 'P', 'table'
       from generate_series(1, 60) n`,
    [owner.id, daysAgo(40)],
  );
  const { user } = await open('/manure-movements', driver);
  await screen.findByRole('link', { name: /J\. Doe/ });
  const { name, text, isLandscape } = await savePdf(user);
  expect(name).toBe(`manure-movements-${today()}.pdf`);
  expect(text).toContain('Manure Movements 62 movements: 140 m³ left the farm, 12.5 t came to the farm.');
  expect(text).toContain(printed());
  expect(text).toContain('Date Manure Direction Quantity Other farm Transporter Registration State');
  expect(text).toContain(
    `${formatDateNumeric(daysAgo(1))} Cattle slurry Leaves the farm 80 m³ J. Doe O'Brien Haulage 12-D-3456 Notify by ` +
      formatDateNumeric(daysAgo(-3)),
  );
  expect(text.indexOf('J. Doe')).toBeLessThan(text.indexOf('Żółć'));
  expect(text.match(/Cattle slurry/g)).toHaveLength(62);
  expect(isLandscape).toBe(true);

  // Only those that are to be notified.
  navigate(`/manure-movements?show=open&from=${daysAgo(60)}`);
  await waitFor(() => expect(screen.queryByRole('link', { name: /Żółć/ })).not.toBeInTheDocument());
  await screen.findByRole('link', { name: /J\. Doe/ });
  const toNotify = await savePdf(user);
  expect(toNotify.text).toContain(
    `Only: to notify, from ${formatDateNumeric(daysAgo(60))} 1 movement: 80 m³ left the farm.`,
  );
  expect(toNotify.text).not.toContain('Żółć');
});

test('customers are listed with what they owe in the header; an employee’s list has no amounts', async () => {
  await owner.from('customers').insert([
    {
      user_id: owner.id,
      name: 'Hill Farm',
      contact_name: 'Megan',
      phone: '07700 900112',
      town: 'Kington',
      email: 'megan@hill.test',
    },
    { user_id: owner.id, name: 'Żółć 農場', postcode: 'SY10 9AB' },
    { user_id: owner.id, name: 'Old Mill', active: false },
  ]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Baling', chargeable_unit: 'bale', rate: 40, quantity: 10.25 },
  ]);
  const { user, view } = await open('/customers');
  await screen.findByRole('link', { name: 'Hill Farm' });
  const { name, text } = await savePdf(user);
  expect(name).toBe(`customers-${today()}.pdf`);
  expect(text).toContain('Customers Customers: 2; Uninvoiced: £410.00; Outstanding: £0.00 ');
  expect(text).toContain('Customer Contact Address Phone Last worked Uninvoiced Outstanding');
  expect(text).toContain(`Hill Farm Megan Kington 07700 900112 ${formatDateDated(today())} £410.00`);
  expect(text).toContain('Żółć □□ SY10 9AB');
  expect(text).not.toContain('Old Mill');
  const csv = await saveCsv(user);
  expect(csv.name).toBe(`customers-${today()}.csv`);
  expect(csv.rows[0]).toMatch(/^name,contact_name,phone,.*,active,email,billing_email,vat_number,.*,notes$/);
  expect(csv.rows.slice(1)).toEqual([
    expect.stringMatching(/^Hill Farm,Megan,07700 900112,.*,true,megan@hill\.test,/),
    expect.stringMatching(/^Żółć 農場,,.*,SY10 9AB,/),
  ]);
  // Those of a filter, which is printed.
  navigate('/customers?show=archived&q=mill');
  await screen.findByRole('link', { name: 'Old Mill' });
  const archived = await savePdf(user);
  expect(archived.text).toContain('Only: archived, “mill” Customers: 1; ');
  expect(archived.text).not.toContain('Hill Farm');
  view.unmount();
  const crew = await open('/customers', driver);
  await screen.findByRole('link', { name: 'Hill Farm' });
  const seen = await savePdf(crew.user);
  expect(seen.text).toContain('Customers: 2 ');
  expect(seen.text).toContain('Hill Farm Megan Kington 07700 900112');
  expect(seen.text).not.toMatch(/£|Uninvoiced|Outstanding|Last worked/);
  const { rows } = await saveCsv(crew.user);
  expect(rows).toHaveLength(3);
  expect(rows.join()).not.toMatch(/email|vat_number|megan@/);
});

test('tasks are listed with their rates, and without them for an employee who may not see rates', async () => {
  await addTasks(owner, [
    ['Ploughing', 'acre', 32.06],
    ['Baling', 'bale', null],
  ]);
  await logJobs(owner, [
    { customer: 'Hill Farm', task_name: 'Ploughing', chargeable_unit: 'acre', rate: 32.06, quantity: 1 },
  ]);
  const { user, view } = await open('/tasks?q=plough');
  expect(await shownRows()).toHaveLength(1);
  const { name, text } = await savePdf(user);
  expect(name).toBe(`tasks-${today()}.pdf`);
  expect(text).toContain(
    `Tasks Only: “plough” Tasks: 1 Rates are those for everybody on ${formatDateNumeric(today())}.`,
  );
  expect(text).toContain('Task Category Unit Rate Used Last used');
  expect(text).toMatch(new RegExp(`Ploughing per acre £32\\.06 / ac 1 ${formatDateNumeric(today())}`));
  expect(text).not.toContain('Baling');
  expect(await saveCsv(user)).toEqual({
    name: `tasks-${today()}.csv`,
    rows: ['name,category,unit,description,active,rate', 'Ploughing,,acre,,true,32.06'],
  });
  view.unmount();
  await backend.sql('update public.farm_settings set employees_see_rates = false where user_id = $1', [owner.id]);
  const crew = await open('/tasks', driver);
  expect(await shownRows()).toHaveLength(2);
  const seen = await savePdf(crew.user);
  expect(seen.text).toContain('Tasks: 2 ');
  expect(seen.text).toContain('Task Category Unit Baling');
  expect(seen.text).not.toMatch(/£|Rate|Used/);
  expect((await saveCsv(crew.user)).rows).toEqual([
    'name,category,unit,description,active',
    'Baling,,bale,,true',
    'Ploughing,,acre,,true',
  ]);
});

test('machines in the order of the list, with what is due, also without signal', async () => {
  const machine = { user_id: owner.id, machine_type: 'tractor' };
  const { error } = await owner.from('machines').insert([
    { ...machine, id: crypto.randomUUID(), name: 'Claas 2', make: 'Claas', model: 'Arion 640', mot_due: daysAgo(5) },
    { ...machine, id: crypto.randomUUID(), name: 'Old Fergie', status: 'sold' },
    { ...machine, id: crypto.randomUUID(), name: 'Baler', machine_type: 'baler', status: 'do_not_use' },
  ]);
  expect(error).toBeNull();
  const connection = connectionTo(backend);
  const { user } = await renderPage('/machinery', { backend: connection, person: owner });
  const rows = await shownRows();
  expect(rows.map(([first]) => first?.slice(0, 5))).toEqual(['Baler', 'Claas']);
  await screen.findByText(/^MOT/);
  // What is due by the meter is loaded after the machines.
  await waitFor(() => expect(screen.getByRole('button', { name: 'PDF' })).toBeEnabled());
  connection.cut('refused', true);
  const { name, text } = await savePdf(user);
  expect(name).toBe(`machines-${today()}.pdf`);
  expect(text).toContain('Machinery Only: not sold Do not use: 1; Overdue: 1; Due soon: 0; Machines: 2 ');
  expect(text).toContain('Machine Type Reading Next due State Baler ');
  expect(text).toMatch(/Do not use Claas 2 .*Claas Arion 640.* Tractor MOT.* Overdue .*In use/);
  expect(text).not.toContain('Old Fergie');
  connection.restore();
});

test('fields are listed in the unit of the list, with hectares and acres in the header', async () => {
  const field = { user_id: owner.id };
  const { error } = await owner.from('fields').insert([
    {
      ...field,
      id: crypto.randomUUID(),
      name: 'Bottom Meadow',
      area_ha: 4.05,
      townland: 'Ardagh',
      customer: 'Hill Farm',
    },
    { ...field, id: crypto.randomUUID(), name: 'Y Cae Mawr Ŵ', area_ha: 2 },
  ]);
  expect(error).toBeNull();
  const { user } = await open('/fields?unit=hectare');
  expect(await shownRows()).toHaveLength(2);
  const { name, text } = await savePdf(user, 'Fields as PDF');
  expect(name).toBe(`fields-${today()}.pdf`);
  expect(text).toContain('Fields Fields: 2; Hectares: 6.05 ha; Acres: 14.95 ac ');
  expect(text).toContain(
    'Field Area Crop Last activity Soil Customer Bottom Meadow 4.05 ha Hill Farm Y Cae Mawr Ŵ 2 ha',
  );
});
