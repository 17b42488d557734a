// The import page: columns, preview with errors beside the rows, all or nothing, and undo.
import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { xlsxFile } from '@/domain/core/xlsx';
import { jobs } from '@tests/support/account-data/job-sheet';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Reed' });
});
afterAll(() => backend.close());
beforeEach(async () => {
  await backend.sql('delete from public.works');
  // Otherwise deleting the customers would erase their deleted entries from it, one by one.
  await backend.sql('delete from public.audit_log');
  for (const table of ['customers', 'tasks', 'machines', 'fields', 'time_entries', 'imports', 'opening_balances'])
    await backend.sql(`delete from public.${table}`);
  await backend.sql('delete from private.staged_import_rows');
});

const csv = (text: string, name = 'farm.csv') => new File([text], name, { type: 'text/csv' });
const names = async (table: 'customers' | 'tasks') =>
  (await owner.from(table).select('name').order('name')).data?.map(({ name }) => name);
async function open(path: string, file: File) {
  const page = await renderPage(path, { backend, person: owner });
  await page.user.upload(await screen.findByLabelText('Excel or CSV file'), file);
  return page;
}

test('customers are imported from a file, and the import is undone', async () => {
  for (const name of ['Hill Farm', "Pat O'Brien"]) await owner.from('customers').insert({ user_id: owner.id, name });
  const { user } = await open(
    '/import',
    csv(
      'Client;Telephone;Email\r\nhill farm;1;\r\nPat O’Brien;3;\r\nNew Farm;01981 555;a@farm.uk\r\nLow Farm;2;not an address\r\n',
    ),
  );
  expect(await screen.findByText('1 new, 2 already there, 1 with errors')).toBeInTheDocument();
  expect(screen.getByLabelText('Name (needed)')).toHaveDisplayValue('Client');
  const [, bad] = within(screen.getByRole('table', { name: 'Rows of the file' })).getAllByRole('row');
  expect(bad).toHaveTextContent(/^5Error.*E-mail: .*Low Farm/);

  const button = screen.getByRole('button', { name: 'Import 1 customer' });
  expect(button).toBeDisabled();
  await user.click(screen.getByLabelText('Leave out the 1 row with errors'));
  await user.click(button);
  expect(await screen.findByText('1 customer imported, 2 customers already there.')).toBeInTheDocument();
  expect((await owner.from('customers').select('name, phone, email').eq('name', 'New Farm')).data).toEqual([
    { name: 'New Farm', phone: '01981 555', email: 'a@farm.uk' },
  ]);

  await user.click(screen.getByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText(/^Undone on/)).toBeInTheDocument();
  expect(await names('customers')).toEqual(['Hill Farm', "Pat O'Brien"]);
});

test('chosen columns are remembered for the next file', async () => {
  const file = csv('Account,Client\nHill Farm,Ann Hill\n');
  const { user } = await open('/import', file);
  const nameField = await screen.findByLabelText('Name (needed)');
  expect(nameField).toHaveDisplayValue('Client');
  // Columns that the file seems not to have are folded away.
  expect(screen.getByLabelText('Contact person')).not.toBeVisible();
  await user.click(screen.getByText('More columns'));
  await user.selectOptions(screen.getByLabelText('Contact person'), 'Client');
  await user.selectOptions(nameField, 'Account');
  await user.click(screen.getByRole('button', { name: 'Import 1 customer' }));
  await screen.findByText('1 customer imported.');
  expect((await owner.from('customers').select('name, contact_name')).data).toEqual([
    { name: 'Hill Farm', contact_name: 'Ann Hill' },
  ]);

  await user.upload(screen.getByLabelText('Excel or CSV file'), file);
  expect(await screen.findByLabelText('Name (needed)')).toHaveDisplayValue('Account');
  expect(screen.getByLabelText('Contact person')).toHaveDisplayValue('Client');
  expect(await screen.findByText('0 new, 1 already there, 0 with errors')).toBeInTheDocument();
});

test('tasks with prices are pasted from a spreadsheet with decimal commas', async () => {
  const { user } = await renderPage('/import?kind=tasks', { backend, person: owner });
  await user.click(await screen.findByLabelText('Or paste rows from your spreadsheet'));
  await user.paste('Service\tPer\tPrice\nBaling\tbale\t6,22\nPloughing\tper acre\t1.032,06\n');
  await user.click(screen.getByRole('button', { name: 'Read the rows' }));
  await user.click(await screen.findByRole('button', { name: 'Import 2 tasks' }));
  await screen.findByText('2 tasks imported.');
  expect((await owner.from('tasks').select('name, chargeable_unit, default_rate').order('name')).data).toEqual([
    { name: 'Baling', chargeable_unit: 'bale', default_rate: 6.22 },
    { name: 'Ploughing', chargeable_unit: 'acre', default_rate: 1032.06 },
  ]);
});

test('a month of past works is imported with its customers and tasks', async () => {
  const file = csv(readFileSync('tests/fixtures/job-sheet-2026-10.csv', 'utf8'), 'october.csv');
  const { user } = await open('/import?kind=works', file);
  expect(await screen.findByText('0 new, 0 already there, 30 with errors')).toBeInTheDocument();
  expect(screen.getAllByText('Customer: There is no customer called Hill Farm.')[0]).toBeInTheDocument();
  await user.click(screen.getByLabelText('Add customers and tasks that are not there yet'));
  await user.click(await screen.findByRole('button', { name: 'Import 30 entries' }));
  await screen.findByText('30 entries imported.');
  const { data } = await owner.from('works').select('total_value');
  const values = (list: readonly (number | null)[]) => list.toSorted((one, two) => Number(one) - Number(two));
  expect(values(data?.map(({ total_value }) => total_value) ?? [])).toEqual(
    values(jobs().map(({ total_value }) => (total_value === '' ? null : Number(total_value)))),
  );

  // The same file once more would double the entries; after the undo it would not.
  const again = /^“october\.csv” was imported on .*: 30 entries\. If these are the same rows/;
  await user.upload(screen.getByLabelText('Excel or CSV file'), file);
  expect(await screen.findByText(again)).toBeVisible();
  await user.selectOptions(screen.getByLabelText('What to import'), 'Customers');
  await user.upload(screen.getByLabelText('Excel or CSV file'), file);
  await screen.findByLabelText('Name (needed)');
  expect(screen.queryByText(again)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('What to import'), 'Past works');
  await user.upload(screen.getByLabelText('Excel or CSV file'), file);
  expect(await screen.findByText(again)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Undo the import of october.csv' }));
  await waitFor(() => expect(screen.queryByText(again)).not.toBeInTheDocument());
});

test('machines are imported with their words for types and meters, and the same machine is left out', async () => {
  await owner.from('machines').insert({ user_id: owner.id, name: 'Quad', machine_type: 'atv' });
  const { user } = await open(
    '/import?kind=machines',
    csv(
      'Machine;Kind;Brand;Built;Engine hours;Purchase date;Cost\n6155R;Tractor;John Deere;2019;4.120,5;14/03/2019;58.000,00\n' +
        'quad;Quad bike;;;;;\nTeleporter;Spaceship;;1066;;;\n',
    ),
  );
  expect(await screen.findByText('1 new, 1 already there, 1 with errors')).toBeInTheDocument();
  const [, bad] = within(screen.getByRole('table', { name: 'Rows of the file' })).getAllByRole('row');
  expect(bad).toHaveTextContent(/Type: “Spaceship” is not a choice of the app\..*Year: Enter a whole number from 1930/);
  await user.click(screen.getByLabelText('Leave out the 1 row with errors'));
  await user.click(screen.getByRole('button', { name: 'Import 1 machine' }));
  expect(await screen.findByText('1 machine imported, 1 machine already there.')).toBeInTheDocument();
  const { data } = await owner
    .from('machines')
    .select('name, machine_type, make, year, meter_type, current_reading, purchase_date')
    .eq('name', '6155R');
  expect(data).toEqual([
    {
      ...{ name: '6155R', machine_type: 'tractor', make: 'John Deere', year: 2019, meter_type: 'hours' },
      ...{ current_reading: 4120.5, purchase_date: '2019-03-14' },
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText(/^Undone on/)).toBeInTheDocument();
});

test('fields are imported in acres or hectares, 2,000 ha at most; one that is there is recognised by its owner, an unknown owner is named', async () => {
  await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
  for (const customer of [null, 'Hill Farm'])
    await owner.from('fields').insert({ user_id: owner.id, name: 'Old', area_ha: 4, customer });
  const { user } = await open(
    '/import?kind=fields',
    csv(
      'Field,Acres,Ha,Use,Owner,Parcel number\nBottom Meadow,10,,Pasture,,SX12345678\nTop,,2.5,Arable,hill farm,\n' +
        'Lost,1,,,New Farm,\nNo area,,,,,\nOLD,10,,,,\nOld,10,,,Hill Farm,\nMoor,4942,,,,\nFell,4943,,,,\n',
    ),
  );
  expect(await screen.findByText('3 new, 2 already there, 3 with errors')).toBeInTheDocument();
  expect(screen.getByText('Customer: There is no customer called New Farm.')).toBeInTheDocument();
  expect(screen.getByText('Area in acres: 4943 is too large.')).toBeInTheDocument();
  expect(screen.getByText('Area: Give it in hectares or in acres.')).toBeInTheDocument();
  await user.click(screen.getByLabelText('Leave out the 3 rows with errors'));
  await user.click(screen.getByRole('button', { name: 'Import 3 fields' }));
  await screen.findByText(/^3 fields imported/);
  const { data } = await owner
    .from('fields')
    .select('name, area_ha, land_use, customer, parcel_ref')
    .neq('name', 'Old')
    .order('name');
  expect(data).toEqual([
    ...[
      {
        name: 'Bottom Meadow',
        area_ha: 4.0469,
        land_use: 'permanent_grass',
        customer: null,
        parcel_ref: 'SX1234 5678',
      },
    ],
    { name: 'Moor', area_ha: 1999.9564, land_use: null, customer: null, parcel_ref: null },
    ...[{ name: 'Top', area_ha: 2.5, land_use: 'arable', customer: 'Hill Farm', parcel_ref: null }],
  ]);
});

test('hours are imported for the people whom the file names, once', async () => {
  const file = csv(
    'Employee,Date,Clock in,Clock out,Break\nSam Reed,1/10/2026,7.30am,5:15 pm,45\nSam Reed,13/10/2026,22:00,06:00,\n' +
      'Sam Reed,13/10/2026,22:00,06:00,\nStranger,1/10/2026,7:30,12:00,\nSam Reed,2/10/2026,7:30,7:30,\n',
    'hours.csv',
  );
  const { user } = await open('/import?kind=shifts', file);
  expect(await screen.findByText('2 new, 1 already there, 2 with errors')).toBeInTheDocument();
  expect(screen.getByText('Person: Nobody on the farm is called Stranger.')).toBeInTheDocument();
  expect(screen.getByText('Start, Finish: The times and breaks do not give any working time.')).toBeInTheDocument();
  await user.click(screen.getByLabelText('Leave out the 2 rows with errors'));
  await user.click(screen.getByRole('button', { name: 'Import 2 shifts' }));
  await screen.findByText('2 shifts imported, 1 shift already there.');
  const { data } = await owner.from('time_entries').select('employee_id, work_date, paid_min').order('work_date');
  expect(data).toEqual([
    { employee_id: driver.id, work_date: '2026-10-01', paid_min: 540 },
    { employee_id: driver.id, work_date: '2026-10-13', paid_min: 480 },
  ]);
});

const manyWorks = (count: number) =>
  csv(`Date,Customer,Task,Unit,Quantity\n${'1/10/2026,Hill Farm,Baling,bale,2\n'.repeat(count)}`, 'years.csv');
const stored = async () => {
  const [row] = await backend.sql(
    `select (select count(*) from public.works)::int as works, (select count(*) from private.staged_import_rows)::int as staged`,
  );
  return row;
};

test('a large file is sent in portions; cancelled it leaves nothing behind, and then it is imported whole', async () => {
  let releaseSecond: () => void = () => undefined;
  const pressed = new Promise<void>((resolve) => (releaseSecond = resolve));
  let portions = 0;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.endsWith('/rpc/stage_import_rows')) portions += 1;
    if (portions === 2 && request.url.endsWith('/rpc/stage_import_rows')) await pressed;
    return backend.fetch(request);
  };
  const { user } = await renderPage('/import?kind=works', { backend: { fetch }, person: owner });
  await user.upload(await screen.findByLabelText('Excel or CSV file'), manyWorks(2_100));
  await user.click(await screen.findByLabelText('Add customers and tasks that are not there yet'));
  await user.click(await screen.findByRole('button', { name: 'Import 2,100 entries' }));
  expect(await screen.findByText('Sending the rows: 1,000 of 2,100')).toBeInTheDocument();
  expect(await stored()).toEqual({ works: 0, staged: 1_000 });
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  releaseSecond();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).not.toBeInTheDocument());
  await waitFor(async () => expect(await stored()).toEqual({ works: 0, staged: 0 }));
  expect(screen.queryByText(/imported/)).not.toBeInTheDocument();

  await user.click(await screen.findByRole('button', { name: 'Import 2,100 entries' }));
  expect(await screen.findByText('2,100 entries imported.')).toBeInTheDocument();
  expect(await stored()).toEqual({ works: 2_100, staged: 0 });
});

test('a file that can’t be read or has too many rows says why, and nothing typed is lost', async () => {
  const { user } = await renderPage('/import?kind=works', { backend, person: owner });
  await user.type(await screen.findByLabelText('Or paste rows from your spreadsheet'), 'Name');
  await user.upload(screen.getByLabelText('Excel or CSV file'), csv('\n\n'));
  expect(await screen.findByText('There are no rows in this file.')).toBeInTheDocument();
  expect(screen.getByLabelText('Or paste rows from your spreadsheet')).toHaveValue('Name');
  await user.upload(screen.getByLabelText('Excel or CSV file'), manyWorks(20_001));
  expect(
    await screen.findByText('The file has more than 20,000 rows. Split it, and import one part after the other.'),
  ).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('What to import'), 'Customers');
  await user.upload(screen.getByLabelText('Excel or CSV file'), csv(`Name\n${'Farm\n'.repeat(2_001)}`));
  expect(await screen.findByText(/^The file has more than 2,000 rows\./)).toBeInTheDocument();
});

test('open invoices are imported with what of them was paid, and each number once', async () => {
  await owner.from('customers').insert({ user_id: owner.id, name: 'Hill Farm' });
  const { user } = await open(
    '/import?kind=open_invoices',
    csv(
      [
        'InvoiceNumber,ContactName,InvoiceDate,DueDate,Total,InvoiceAmountPaid,InvoiceAmountDue',
        // The name of the customer who is there, as another program writes it.
        '2026-114,Hill\u00A0 Farm\u200B,01/10/2026,31/10/2026,"1,200.50",,300.25',
        '2026-114,Hill Farm,01/10/2026,31/10/2026,1,,',
        '2026-115,New Farm,13/10/2026,12/10/2026,80.005,,',
        '2026-116,Hill Farm,01/10/2026,31/10/2026,80,80,',
        '2026-117,Hill Farm,01/10/2026,31/10/2026,80,10,60',
        '2026-118,New Farm,01/10/2026,31/10/2026,80,10,70',
      ].join('\r\n'),
    ),
  );
  expect(await screen.findByText('1 new, 1 already there, 4 with errors')).toBeInTheDocument();
  const badRows = () =>
    within(screen.getByRole('table', { name: 'Rows of the file' }))
      .getAllByRole('row')
      .slice(1, 5);
  const [decimals, paid, unequal, unknown] = badRows();
  expect(decimals).toHaveTextContent(
    /Amount: It has more than two decimals\..*Due: It is before the day of issue\..*There is no customer called New Farm\./,
  );
  expect(paid).toHaveTextContent('Amount: It is paid, so leave this row out.');
  expect(unequal).toHaveTextContent('Paid so far, Still owed: Together they are not the amount.');
  expect(unknown).toHaveTextContent('Customer: There is no customer called New Farm.');
  await user.click(screen.getByLabelText('Add customers that are not there yet'));
  await user.click(await screen.findByLabelText('Leave out the 3 rows with errors'));
  await user.click(screen.getByRole('button', { name: 'Import 2 invoices' }));
  await screen.findByText('2 invoices imported, 1 invoice already there.');
  const { data } = await owner.from('opening_balances').select('number, amount, paid_so_far').order('number');
  expect(data).toEqual([
    { number: '2026-114', amount: 1200.5, paid_so_far: 900.25 },
    { number: '2026-118', amount: 80, paid_so_far: 10 },
  ]);
  expect(await names('customers')).toEqual(['Hill Farm', 'New Farm']);
  await user.click(screen.getByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText(/^Undone on/)).toBeInTheDocument();
  expect(await names('customers')).toEqual(['Hill Farm']);
  expect((await owner.from('opening_balances').select('number')).data).toEqual([]);
});

test('the order of day and month is asked for if the dates of an Excel file fit both', async () => {
  for (const table of ['customers', 'tasks'] as const) await owner.from(table).insert({ user_id: owner.id, name: 'X' });
  const bytes = xlsxFile([
    {
      ...{ name: 'Jobs', farm: 'Hill Farm', title: 'Jobs', facts: ['October'] },
      columns: ['Date', 'Customer', 'Task', 'Unit'].map((head) => ({ head, kind: 'text' as const })),
      rows: [['02/10/2026', 'X', 'X', 'bale']],
    },
  ]);
  const { user } = await open('/import?kind=works', new File([bytes], 'jobs.xlsx'));
  const question = await screen.findByRole('group', { name: 'The dates of this file' });
  await user.click(within(question).getByLabelText('Month first'));
  await user.click(screen.getByRole('button', { name: 'Import 1 entry' }));
  await screen.findByText('1 entry imported.');
  expect((await owner.from('works').select('work_date')).data).toEqual([{ work_date: '2026-02-10' }]);
});

test('the undo of an earlier import says what stands in its way; an example file has the columns that the app knows', async () => {
  await owner.rpc('import_rows', {
    p_id: crypto.randomUUID(),
    p_kind: 'customers',
    p_file_name: 'old.csv',
    p_rows: [{ row: 2, name: 'Hill Farm' }],
  });
  await owner.from('customers').update({ phone: '1' }).eq('name', 'Hill Farm');
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob);
    return 'blob:example';
  });
  const { user } = await renderPage('/import?kind=shifts', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Undo the import of old.csv' }));
  expect(await screen.findByText(/1 of its customers were changed since, for example Hill Farm/)).toBeInTheDocument();
  await waitFor(async () => expect(await names('customers')).toEqual(['Hill Farm']));

  await user.click(await screen.findByRole('button', { name: 'Save an example file' }));
  const text = (await saved[0]?.text()) ?? '';
  expect(text).toContain('Person,Date,Start,Finish,Breaks (minutes),Job,Customer,Note');
  await user.upload(screen.getByLabelText('Excel or CSV file'), csv(text, 'example.csv'));
  expect(await screen.findByText('Person: Nobody on the farm is called Sam Low.')).toBeInTheDocument();
});

test('an employee cannot open the page', async () => {
  await renderPage('/import', { backend, person: driver });
  await screen.findByRole('main');
  expect(screen.queryByLabelText('Excel or CSV file')).not.toBeInTheDocument();
});
