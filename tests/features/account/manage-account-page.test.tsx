import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { parseCsv } from '@/domain/core/parse-csv';
import { NOTE } from '@/records/notes';
import { enqueue } from '@/offline/outbox/store/store';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam', lastName: 'Dale' });
  await backend.sql(`update public.farm_settings set farm_name = 'Hill Farm' where user_id = $1`, [owner.id]);
});
afterAll(() => backend.close());

const open = () => renderPage('/manage-account', { backend, person: driver });
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const profile = async () => (await backend.sql('select * from public.profiles where id = $1', [driver.id]))[0];

async function logJobsOf(person: Person, jobs: number) {
  const job = { customer: 'Glen', task_name: 'Baling', chargeable_unit: 'bale', rate: 6, work_date: '2026-11-02' };
  const { error } = await person
    .from('works')
    .insert(Array.from({ length: jobs }, (_, at) => ({ ...job, quantity: at + 1 })));
  if (error) throw error;
}

/** Collects the files that the app gives the browser to save. */
function collectDownloads(): Blob[] {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // The app passes files only.
    files.push(file as Blob);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

test('an employee changes name and phone, which the holder sees; the page says whose farm it is, and mentions no price', async () => {
  const { user, view } = await open();
  const form = await card('Profile');
  await user.clear(form.getByLabelText('First name'));
  await user.type(form.getByLabelText('First name'), 'Samuel');
  await user.type(form.getByLabelText('Phone (optional)'), 'call me');
  await user.click(form.getByRole('button', { name: 'Save profile' }));
  expect(await form.findByText('A phone number has digits only, such as 07700 900123.')).toBeVisible();
  await user.clear(form.getByLabelText('Phone (optional)'));
  await user.type(form.getByLabelText('Phone (optional)'), '+44 7700 900123');
  await user.click(form.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile saved!')).toBeInTheDocument();
  expect(await profile()).toMatchObject({ first_name: 'Samuel', last_name: 'Dale', phone: '+44 7700 900123' });
  const facts = await card('Your farm');
  expect(await facts.findByText('Hill Farm')).toBeVisible();
  expect(facts.getByText('Alex Hill')).toBeVisible();
  expect(facts.getByText('Employee')).toBeVisible();
  expect(form.getByText('A JPEG, PNG or WebP under 2 MB. Your account holder sees it too.')).toBeVisible();
  expect(
    (await card('Leave')).getByText(/To delete your sign-in too, leave, choose “Start my own account”/),
  ).toBeVisible();
  expect(screen.getByRole('main')).not.toHaveTextContent(/£|subscri|trial|a year/i);
  view.unmount();
  await renderPage('/manage-users', { backend, person: owner });
  expect(await screen.findByRole('link', { name: '+44 7700 900123' })).toHaveAttribute('href', 'tel:+447700900123');
});

test('an account holder is redirected to their own page', async () => {
  const { address } = await renderPage('/manage-account', { backend, person: owner });
  await card('Farm settings');
  expect(address()).toBe('/account');
});

test.each(['active', 'lapsed'])(
  'own jobs and clocked hours are saved as CSV, in the farm’s time zone, without those of others (the account is %s)',
  async (state) => {
    await logJobsOf(driver, 3);
    await logJobsOf(owner, 2);
    for (const [person, day] of [
      [driver, '2026-07-01'],
      [owner, '2026-07-02'],
    ] as const) {
      const row = { user_id: owner.id, clock_in_at: `${day}T07:00:00Z`, clock_out_at: `${day}T15:30:00Z` };
      expect((await person.from('time_entries').insert({ ...row, manual_break_min: 30 })).error).toBeNull();
    }
    // Prices that the account holder hides are not in the file.
    const hidden = state === 'lapsed';
    await backend.sql('update public.farm_settings set employees_see_rates = $2 where user_id = $1', [
      owner.id,
      !hidden,
    ]);
    if (state === 'lapsed') await backend.lapse(owner);
    const files = collectDownloads();
    const { user } = await open();
    const own = await card('Your hours and jobs');
    await user.click(await own.findByRole('button', { name: 'Download my hours and jobs' }));
    await waitFor(() => expect(files).toHaveLength(1));
    const [head = [], ...rows] = parseCsv((await files[0]?.text()) ?? '');
    expect(rows.map((row) => row[head.indexOf('logged_by')])).toEqual(['Sam Dale', 'Sam Dale', 'Sam Dale']);
    expect(head.includes('total_value')).toBe(!hidden);
    expect(head.includes('rate')).toBe(!hidden);
    await user.click(await own.findByRole('button', { name: 'Download my clocked hours' }));
    await waitFor(() => expect(files).toHaveLength(2));
    const [, ...shifts] = parseCsv((await files[1]?.text()) ?? '');
    expect(shifts.map((row) => row.slice(0, 8))).toEqual([
      [
        ...['Sam Dale', '2026-07-01', '2026-07-01 08:00', '2026-07-01T07:00Z'],
        ...['2026-07-01 16:30', '2026-07-01T15:30Z', '30', '480'],
      ],
    ]);
  },
);

test('an employee leaves the farm after a confirmation, and their work stays', async () => {
  await logJobsOf(driver, 1);
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Leave this farm' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Leave Hill Farm?' }));
  await user.click(dialog.getByRole('button', { name: 'Leave' }));
  expect(await screen.findByText(/You are not part of a farm account any more/)).toBeVisible();
  expect(await profile()).toMatchObject({ admin_id: null });
  expect(await backend.sql('select created_by_name from public.works where user_id = $1', [owner.id])).toEqual([
    { created_by_name: 'Sam Dale' },
  ]);
});

test('in a lapsed account name and password can still be changed, behind the banner, and waiting entries stay on the phone', async () => {
  await backend.lapse(owner);
  // The backend may refuse the entry before the test ends, and logs that.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const id = crypto.randomUUID();
  await enqueue(
    {
      userId: driver.id,
      accountId: owner.id,
      kind: NOTE.kind,
      version: NOTE.version,
      id,
      action: 'insert',
      fields: { title: 'General', body: 'Gate left open', note_date: '2026-11-02', shared: false },
      seen: null,
      parents: [],
      title: 'Note: General',
    },
    '2026-11-02T08:00:00.000Z',
  );
  const { user } = await open();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Access Suspended: Please contact your main account holder to resume access.',
  );
  const form = await card('Profile');
  await user.type(form.getByLabelText('First name'), 'my');
  await user.click(form.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByText('Profile saved!')).toBeInTheDocument();
  expect(await profile()).toMatchObject({ first_name: 'Sammy' });
  expect((await card('Signing in')).getByRole('button', { name: 'Change password' })).toBeEnabled();
  expect(
    await screen.findByText(
      /^1 entry is only on this phone\. It stays there and goes to the office once your access is back\.$/,
    ),
  ).toBeVisible();
});
