// A whole job: logged on a phone without signal with its lines, people, machine, field and material, signed, sent as one
// entry, and worked out to the penny for the account holder.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionTo } from '@tests/features/offline/phone';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { navigate } from '@tests/support/navigate';
import { renderPage } from '@tests/support/render-page';
import { addTasks, logJobs, resizeWindow, storedWorks, today } from '@tests/features/works/works-helpers';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let connection: ReturnType<typeof connectionTo>;
beforeAll(async () => {
  backend = await testBackend();
  resizeWindow(390);
  connection = connectionTo(backend);
  owner = await backend.user({ firstName: 'Alex', lastName: 'Owner' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Driver' });
  await addTasks(owner, [
    ['Foraging', 'acre', 62],
    ['Carting', 'hour', 38],
  ]);
  await logJobs(owner, [{ customer: 'Hill Farm', task_name: 'Foraging', chargeable_unit: 'acre', quantity: 3 }]);
  const machine = { id: crypto.randomUUID(), user_id: owner.id, name: 'Fendt 724', machine_type: 'tractor' };
  const field = { id: crypto.randomUUID(), user_id: owner.id, name: 'Long Meadow', area_ha: 4.05 };
  const added = [await owner.from('machines').insert(machine), await owner.from('fields').insert(field)];
  if (added.some(({ error }) => error)) throw new Error('the farm could not be created');
});
afterAll(() => backend.close());

const dialog = async () => within(await screen.findByRole('dialog'));
type User = Awaited<ReturnType<typeof renderPage>>['user'];
/** Opens a part of "More on this job", fills it in, and closes it. */
async function fill(user: User, part: RegExp, fillIn: (inDialog: Awaited<ReturnType<typeof dialog>>) => Promise<void>) {
  await user.click(within(screen.getByRole('group', { name: 'More on this job' })).getByRole('button', { name: part }));
  const opened = await dialog();
  await fillIn(opened);
  await user.click(opened.getByRole('button', { name: 'Done' }));
}
const type = async (user: User, field: HTMLElement, text: string) => {
  await user.clear(field);
  await user.type(field, text);
};

test('a whole job is logged and signed offline, sent as one entry, and its margin is right to the cent', async () => {
  // Of a farm in euro: no form or figure on the way has a pound sign.
  await backend.sql(`update public.farm_settings set currency = 'EUR' where user_id = $1`, [owner.id]);
  const { user } = await renderPage('/add-work?customer=Hill+Farm&task=Foraging', {
    backend: connection,
    person: owner,
  });
  await screen.findByRole('button', { name: 'Save work' });

  // The field fills in the acres, which stay as typed once they are edited.
  await fill(user, /^Field/, async (opened) => {
    await user.click(await opened.findByRole('button', { name: 'Long Meadow, 4.05 ha' }));
  });
  expect(screen.getByRole('textbox', { name: 'Acres' })).toHaveValue('10.0078');
  await fill(user, /^People/, async (opened) => {
    await user.click(await opened.findByRole('button', { name: 'Sam Driver' }));
    await user.type(opened.getByLabelText('Somebody without a login'), 'Casual Carl');
    await user.click(opened.getByRole('button', { name: 'Add' }));
    await user.type(opened.getByLabelText('Hours for everyone'), '6.5');
  });
  await fill(user, /^Machine/, async (opened) => {
    await user.click(await opened.findByRole('button', { name: 'Fendt 724' }));
    await user.type(within(opened.getByRole('region', { name: 'Fendt 724' })).getByLabelText('Hours'), '6');
  });
  await fill(user, /^Line/, async (opened) => {
    await user.click(opened.getByRole('button', { name: 'Add a line' }));
    const line = within(opened.getByRole('region', { name: 'Line 2' }));
    await user.type(line.getByLabelText('Task'), 'Carting');
    await type(user, line.getByLabelText('Hours'), '6');
    expect(line.getByLabelText('Rate')).toHaveValue('38');
  });
  await fill(user, /^Material/, async (opened) => {
    await user.click(opened.getByRole('button', { name: 'Add a material' }));
    await user.type(opened.getByLabelText('Material'), 'Wrap');
    await user.type(opened.getByLabelText('Quantity'), '6');
    await user.type(opened.getByLabelText(/^Unit/), 'rolls');
    await user.type(opened.getByLabelText(/^Price of one/), '84.50');
    await user.type(opened.getByLabelText(/^Cost of one/), '70');
  });

  connection.cut('refused', true);
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  const slip = document.querySelector('output.slip');
  expect(slip).toHaveTextContent('2 lines, 2 people, 1 machine, 1 field, 1 material');
  expect(slip).toHaveTextContent('€1,355.48');
  const docketLink = screen.getByRole('link', { name: 'Docket' }).getAttribute('href') ?? '';

  // All lines wait in the list, and the docket can be signed.
  navigate(docketLink);
  const docket = await dialog();
  expect(await docket.findByText('Casual Carl')).toBeInTheDocument();
  expect(docket.getAllByText('6 h 30')).toHaveLength(2);
  expect(docket.queryByText(/[£€]/)).not.toBeInTheDocument();
  expect(docket.getByText('6 rolls')).toBeInTheDocument();
  await user.click(await docket.findByRole('button', { name: 'Have it signed' }));
  // The customer reads what is signed: all lines and quantities, and no price while the docket shows none.
  const sheet = within(await screen.findByRole('dialog', { name: /^Sign docket/ }));
  expect(within(sheet.getByRole('region', { name: 'Work' })).getAllByRole('definition')[0]).toHaveTextContent(
    '10.0078 ac',
  );
  for (const words of ['Hill Farm', 'Carting', '6 rolls', 'Casual Carl', 'Long Meadow', 'Fendt 724'])
    expect(sheet.getByText(words)).toBeVisible();
  expect(sheet.queryByText(/[£€]/)).not.toBeInTheDocument();
  await user.click((await dialog()).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Enter the name of the person who signs.')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Name'), 'J Hill');
  await user.click((await dialog()).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('Sign with your finger first.')).toBeInTheDocument();
  const canvas = screen.getByRole('img', { name: 'Sign here with your finger' });
  canvas.setPointerCapture = () => undefined;
  for (const event of [fireEvent.pointerDown, fireEvent.pointerMove, fireEvent.pointerUp])
    event(canvas, { pointerId: 1, clientX: 10, clientY: 10 });
  await user.click((await dialog()).getByRole('button', { name: 'Done' }));
  expect(await screen.findByText(/^Signed by J Hill, /)).toBeInTheDocument();
  await user.click((await dialog()).getByRole('button', { name: 'Close' }));
  const waiting = within(await screen.findByRole('region', { name: 'Waiting on this phone' }));
  expect(waiting.getAllByRole('link').map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Foraging€620\.48/),
    expect.stringMatching(/^Carting€228\.00/),
    expect.stringMatching(/^Wrap€507\.00/),
  ]);
  expect(await storedWorks(backend, owner)).toHaveLength(1);

  connection.restore();
  await waitFor(async () => expect(await storedWorks(backend, owner)).toHaveLength(4));
  await waitFor(async () =>
    expect(await backend.sql('select signed_name from public.job_signoffs')).toEqual([{ signed_name: 'J Hill' }]),
  );
  cleanup();
  const furtherLines = await backend.sql<{ n: number }>(
    `select count(*)::int as n from public.works where work_date = $1 and job_id <> id`,
    [today()],
  );
  expect(furtherLines).toEqual([{ n: 2 }]);

  // The docket, which the customer reads, says nothing of a margin, also to the account holder.
  const holder = await renderPage(docketLink, { backend, person: owner });
  expect(await screen.findByText('6 rolls')).toBeInTheDocument();
  expect(screen.queryByText('rolls')).not.toBeInTheDocument();
  expect(screen.queryByText(/^Changed since it was signed/)).not.toBeInTheDocument();
  expect(screen.queryByText(/margin/i)).not.toBeInTheDocument();
  // It was signed without prices, so a PDF with prices has no signature.
  await holder.user.click(screen.getByRole('checkbox', { name: 'Show prices on the docket' }));
  expect(screen.getByText(/^It was signed without prices\./)).toBeInTheDocument();
  expect(screen.getByText('6 h: €38.00, €228.00')).toBeInTheDocument();
  await holder.user.click((await dialog()).getByRole('button', { name: 'Close' }));
  // It is at the entry in the works list. It names what is not known, until the costs are entered.
  await holder.user.click(await screen.findByRole('link', { name: /^Carting/ }));
  await holder.user.click(await screen.findByRole('link', { name: 'Margin' }));
  const margin = within(await screen.findByRole('region', { name: 'Margin' }));
  expect(
    await margin.findByText(
      /Not known, and not taken off: Casual Carl: cost of an hour; Fendt 724: cost of an hour; Sam Driver: cost of an hour\./,
    ),
  ).toBeInTheDocument();
  expect(margin.getByText('€935.48')).toBeInTheDocument();
  expect(margin.getAllByText('not entered')).toHaveLength(2);
  expect(margin.queryByText('€0.00')).not.toBeInTheDocument();
  await holder.user.click(margin.getByRole('button', { name: 'Enter costs' }));
  for (const [name, cost] of [
    ['Sam Driver', '15'],
    ['Casual Carl', '12.50'],
    ['Fendt 724', '41'],
  ] as const)
    await holder.user.type(await screen.findByLabelText(name), cost);
  expect(screen.getByLabelText('Sam Driver').parentElement).toHaveTextContent('€/ h');
  await holder.user.click(screen.getByRole('button', { name: 'Save' }));
  // 1,355.48 − 6.5 × 15 − 6.5 × 12.50 − 6 × 41 − 6 × 70.
  expect(await screen.findByText('€510.73')).toBeInTheDocument();

  // If a line is changed later, the signature stays, and the docket says that it was changed.
  await owner.from('works').update({ quantity: 11 }).eq('task_name', 'Carting');
  cleanup();
  await renderPage(docketLink, { backend, person: owner });
  expect(await screen.findByText('Changed since it was signed by J Hill.')).toBeInTheDocument();

  // A driver who sees no prices reads of one that was signed with prices who signed it, and nothing that prices say.
  await backend.sql('update public.profiles set sees_rates = false, sees_all_works = true where id = $1', [driver.id]);
  const [{ job_id } = { job_id: '' }] = await backend.sql<{ job_id: string }>('select job_id from public.job_signoffs');
  const signed = { job_id, signed_name: 'K Hill', signature: 'M0 0L9 9', signed_at: new Date().toISOString() };
  const priced = { user_id: owner.id, content_hash: 'f'.repeat(64), with_prices: true };
  expect((await owner.from('job_signoffs').insert({ ...signed, ...priced })).error).toBeNull();
  cleanup();
  await renderPage(docketLink, { backend, person: driver });
  expect(await screen.findByText(/^Signed by K Hill, /)).toBeInTheDocument();
  // Enabled once the hashes are known.
  await waitFor(() => expect(screen.getByRole('button', { name: 'Sign again' })).toBeEnabled());
  expect(screen.queryByText(/^Changed since it was signed/)).not.toBeInTheDocument();
  expect(screen.queryByText(/[£€]/)).not.toBeInTheDocument();
});

test('people, machines, fields and materials of a stored job are changed at the docket; what is charged stays', async () => {
  const id = crypto.randomUUID();
  const line = { id, customer: 'Hill Farm', task_name: 'Foraging', chargeable_unit: 'acre', rate: 62, quantity: 10 };
  const [person, machine] = [crypto.randomUUID(), crypto.randomUUID()];
  const [{ id: fendt } = { id: '' }] = await backend.sql<{ id: string }>('select id from public.machines');
  const { error } = await owner.rpc('log_job', {
    p_job: {
      id,
      lines: [{ ...line, work_date: today() }],
      people: [{ id: person, name: 'Casual Carl', start_time: '08:00', finish_time: '16:30', breaks: 30 }],
      machines: [{ id: machine, machine_id: fendt, hours: 6, meter_end: 2812 }],
      materials: [{ id: crypto.randomUUID(), product: 'Net wrap', quantity: 2, unit: 'rolls', unit_cost: 75 }],
    },
  });
  expect(error).toBeNull();
  const { user } = await renderPage(`/works-list?docket=${id}`, { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Change what was on this job' }));
  const opened = within(await screen.findByRole('dialog', { name: 'What was on this job' }));
  const carl = within(await opened.findByRole('region', { name: 'Casual Carl' }));
  expect(carl.getByLabelText('Start')).toHaveValue('08:00');
  await user.click(await opened.findByRole('button', { name: 'Sam Driver' }));
  await type(user, within(opened.getByRole('region', { name: 'Sam Driver' })).getByLabelText('Hours'), '25');
  await user.click(opened.getByRole('button', { name: 'Save' }));
  expect(
    await screen.findByText('Sam Driver: More than 24 hours for one person in one job is not allowed.'),
  ).toBeVisible();
  await type(user, within(opened.getByRole('region', { name: 'Sam Driver' })).getByLabelText('Hours'), '7.5');
  await type(
    user,
    within(await opened.findByRole('region', { name: 'Fendt 724' })).getByLabelText('Meter afterwards'),
    '2815',
  );
  await user.click(await opened.findByRole('button', { name: 'Long Meadow, 4.05 ha' }));
  const wrap = within(opened.getByRole('region', { name: 'Net wrap' }));
  expect(wrap.getByLabelText(/^Cost of one/)).toHaveValue('75');
  expect(wrap.queryByLabelText(/^Price of one/)).not.toBeInTheDocument();
  await type(user, wrap.getByLabelText('Quantity'), '3');
  await type(user, wrap.getByLabelText(/^Cost of one/), '76.5');
  await user.click(opened.getByRole('button', { name: 'Save' }));

  expect(await screen.findByText('Job updated!')).toBeVisible();
  const docket = within(await screen.findByRole('dialog', { name: /^Docket/ }));
  expect(await docket.findByText('Sam Driver')).toBeVisible();
  expect(docket.getByText('7 h 30')).toBeVisible();
  const read = (columns: string, table: string) =>
    backend.sql(`select ${columns} from public.${table} where job_id = $1 order by 1`, [id]);
  expect(await read('name, minutes', 'job_people')).toEqual([
    { name: 'Casual Carl', minutes: 480 },
    { name: 'Sam Driver', minutes: 450 },
  ]);
  expect(await read('hours::float, meter_end::float', 'job_machines')).toEqual([{ hours: 6, meter_end: 2815 }]);
  expect(await read('area_ha::float', 'job_fields')).toEqual([{ area_ha: 4.05 }]);
  expect(await read('product, quantity::float', 'job_materials')).toEqual([{ product: 'Net wrap', quantity: 3 }]);
  // Those of people and machines, and the new one of the net wrap in place of 75.
  expect((await read('cost::float', 'job_costs')).map(({ cost }) => cost)).toEqual([12.5, 15, 41, 76.5]);
  expect(await read('quantity::float, total_value::float', 'works')).toEqual([{ quantity: 10, total_value: 620 }]);
});

test('a lower meter reading is said at entry and kept; the waiting job is corrected without being taken for a second one', async () => {
  const claas = { id: crypto.randomUUID(), user_id: owner.id, name: 'Claas 2', machine_type: 'tractor' };
  expect((await owner.from('machines').insert(claas)).error).toBeNull();
  const readAt = new Date(Date.now() - 3_600_000).toISOString();
  const read = { id: crypto.randomUUID(), user_id: owner.id, machine_id: claas.id, reading: 2812, read_at: readAt };
  expect((await owner.from('machine_readings').insert(read)).error).toBeNull();
  let broken = true;
  const fetch: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    return broken && request.url.includes('/rest/v1/machines?')
      ? Response.json({ message: 'The server is resting.', code: 'XX000' }, { status: 500 })
      : connection.fetch(request);
  };
  const path = '/add-work?customer=Hill+Farm&task=Carting';
  const { user } = await renderPage(path, { backend: { fetch }, person: owner });
  await user.click(await screen.findByRole('button', { name: '7' }));
  await fill(user, /^Machine/, async (opened) => {
    // A list that did not load says so and can be loaded again; it does not say that there are none.
    expect(await opened.findByText('This list is not on this device, and did not load.')).toBeVisible();
    expect(opened.queryByText('The farm has no machines yet.')).not.toBeInTheDocument();
    broken = false;
    await user.click(opened.getByRole('button', { name: 'Try again' }));
    await user.click(await opened.findByRole('button', { name: 'Claas 2' }));
    const meter = opened.getByLabelText('Meter afterwards');
    expect(await opened.findByText('Last reading 2,812 h.')).toBeVisible();
    await user.type(meter, '2790');
    expect(meter).toHaveAccessibleDescription(
      'Lower than the last reading, 2,812 h. Saved like this, it is marked as in doubt and does not count.',
    );
  });
  connection.cut('refused', true);
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  await screen.findByRole('heading', { name: 'Work entry saved!' });
  const job = (screen.getByRole('link', { name: 'Docket' }).getAttribute('href') ?? '').split('=')[1] ?? '';
  navigate('/machinery');
  // The reading in doubt does not count on this device either.
  expect(await screen.findByText(/2,812 h/)).toBeVisible();
  navigate(`/add-work?job=${job}`);
  await screen.findByRole('button', { name: 'Save work' });
  await fill(user, /^People/, async (opened) => {
    await user.type(opened.getByLabelText('Somebody without a login'), 'Casual Carl');
    await user.click(opened.getByRole('button', { name: 'Add' }));
  });
  await user.click(screen.getByRole('button', { name: 'Save work' }));
  expect(await screen.findByRole('heading', { name: 'Work entry saved!' })).toBeVisible();
  connection.restore();
  await waitFor(async () =>
    expect(await backend.sql('select name from public.job_people where job_id = $1', [job])).toEqual([
      { name: 'Casual Carl' },
    ]),
  );
  const { data } = await owner
    .from('machine_readings')
    .select('reading, doubted')
    .eq('machine_id', claas.id)
    .order('reading');
  expect(data).toEqual([
    { reading: 2790, doubted: true },
    { reading: 2812, doubted: false },
  ]);
});
