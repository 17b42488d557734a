import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { PASSWORD, testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { hugePng } from '@tests/support/pictures';
import { renderPage } from '@tests/support/render-page';

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
});
afterAll(() => backend.close());

const open = (fetch = backend.fetch) => renderPage('/account', { backend: { fetch }, person: owner });
const card = async (name: string) => within(await screen.findByRole('region', { name }));
const profile = async () => (await backend.sql('select * from public.profiles where id = $1', [owner.id]))[0];
const storedFarm = async () =>
  (await backend.sql('select * from public.farm_settings where user_id = $1', [owner.id]))[0];

describe('the profile', () => {
  test('is saved with a first name, and the header shows the new name at once', async () => {
    const { user } = await open();
    const form = await card('Profile');
    await user.clear(form.getByLabelText('First name'));
    await user.click(form.getByRole('button', { name: 'Save profile' }));
    expect(await form.findByText('First name is required.')).toBeVisible();
    expect(form.getByLabelText('First name')).toHaveAttribute('aria-invalid', 'true');
    expect(await profile()).toMatchObject({ first_name: 'Alex' });
    await user.type(form.getByLabelText('First name'), ' Siân ');
    await user.clear(form.getByLabelText('Last name (optional)'));
    await user.click(form.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Profile saved!')).toBeInTheDocument();
    expect(await profile()).toMatchObject({ first_name: 'Siân', last_name: null, phone: null });
    expect(await screen.findByRole('button', { name: 'Siân, Admin' })).toBeInTheDocument();
    // The account holder's number is in the invoice settings.
    expect(form.queryByLabelText(/Phone/)).not.toBeInTheDocument();
    expect(form.getByText('A JPEG, PNG or WebP under 2 MB. Your crew see it too.')).toBeVisible();
  });

  test('a picture that is too large, a drawing or no picture is refused; an existing one is shown, and can be removed (A71)', async () => {
    const path = `${owner.id}/${'a'.repeat(64)}.jpg`;
    await owner.storage.from('avatars').upload(path, new Blob(['me'], { type: 'image/jpeg' }));
    await backend.sql('update public.profiles set avatar_url = $2 where id = $1', [owner.id, path]);
    const { user } = await open();
    await waitFor(() => expect(document.querySelectorAll('.avatar img[src^="data:image/jpeg"]')).toHaveLength(2));
    const stored = () => backend.sql('select name from storage.objects where starts_with(name, $1)', [owner.id]);
    const form = await card('Profile');
    for (const [name, bytes, sentence] of [
      ['a.jpg', new Uint8Array(2 * 1024 * 1024 + 1), 'Choose a picture under 2 MB.'],
      ['a.png', new TextEncoder().encode('<svg xmlns="x"/>'), 'Choose a JPEG, PNG or WebP picture.'],
      [
        'b.png',
        new Uint8Array(hugePng(30_000, 30_000)),
        "This photo is too large (30,000 × 30,000 pixels). Take it at the camera's usual size.",
      ],
      ['b.jpg', new TextEncoder().encode('<html>'), 'Choose a JPEG, PNG or WebP picture.'],
    ] as const) {
      const type = name.endsWith('png') ? 'image/png' : 'image/jpeg';
      await user.upload(form.getByLabelText('Picture file'), new File([bytes], name, { type }));
      expect(await form.findByText(sentence)).toBeVisible();
    }
    expect(await profile()).toMatchObject({ avatar_url: path });
    expect(await stored()).toHaveLength(1);
    await user.click(form.getByRole('button', { name: 'Remove picture' }));
    expect(await screen.findByText('Picture removed.')).toBeInTheDocument();
    expect(await profile()).toMatchObject({ avatar_url: null });
    expect(await stored()).toEqual([]);
    await waitFor(() => expect(document.querySelectorAll('.avatar img')).toHaveLength(0));
  });
});

describe('farm settings', () => {
  test('only changed settings are saved, and none that is too long', async () => {
    await backend.sql(`update public.farm_settings set farm_name = 'Old', sbi = '1' where user_id = $1`, [owner.id]);
    const { user } = await open();
    const form = await card('Farm settings');
    await user.clear(await form.findByLabelText('Farm name (optional)'));
    await user.type(form.getByLabelText('Farm name (optional)'), 'Hill Farm');
    await user.selectOptions(form.getByLabelText('Country'), 'Ireland');
    await user.selectOptions(form.getByLabelText('Clock'), 'Dublin');
    await user.selectOptions(form.getByLabelText('Hours are billed'), 'In steps of 15 minutes');
    await user.selectOptions(form.getByLabelText('The week starts on'), 'Sunday');
    await user.click(form.getByLabelText('Prices and values'));
    await user.click(form.getByLabelText('CPH (optional)'));
    await user.paste('1'.repeat(21));
    await user.click(form.getByRole('button', { name: 'Save farm settings' }));
    expect(await form.findByText('Too long: 20 characters at most.')).toBeInTheDocument();
    expect(await storedFarm()).toMatchObject({ farm_name: 'Old', cph: null });
    await user.clear(form.getByLabelText('CPH (optional)'));
    // Another person changes a setting meanwhile.
    await backend.sql(`update public.farm_settings set sbi = '2' where user_id = $1`, [owner.id]);
    await user.click(form.getByRole('button', { name: 'Save farm settings' }));
    expect(await screen.findByText('Farm settings saved!')).toBeInTheDocument();
    expect(await storedFarm()).toMatchObject({
      farm_name: 'Hill Farm',
      region: 'ireland',
      time_zone: 'Europe/Dublin',
      area_unit: 'acre',
      billing_increment_min: 15,
      week_starts: 0,
      employees_see_rates: false,
      employees_see_all_works: true,
      sbi: '2',
    });
  });

  test('choosing Ireland sets clock, euros and VAT rate, editable before saving; invoices do not change', async () => {
    const account = await setUpInvoicing(backend, owner);
    const { data: issued } = await account.issue(await account.addWorks([100]));
    const { user } = await open();
    const form = await card('Farm settings');
    const country = await form.findByLabelText('Country');
    expect(form.queryByLabelText('Currency')).toBeNull();
    await user.selectOptions(country, 'Ireland');
    expect(form.getByLabelText('Clock')).toHaveDisplayValue('Dublin');
    expect(form.getByLabelText('Currency')).toHaveDisplayValue('Euros (€)');
    const rate = form.getByLabelText('VAT rate on new invoices');
    expect(rate).toHaveDisplayValue('13.5 %, agricultural contracting services');
    expect(form.getByText(/Check with your adviser.*revenue\.ie/)).toBeVisible();
    await user.selectOptions(rate, '23 %, standard rate');
    await user.click(form.getByRole('button', { name: 'Save farm settings' }));
    expect(await screen.findByText('Farm settings saved!')).toBeInTheDocument();
    expect(await storedFarm()).toMatchObject({ region: 'ireland', time_zone: 'Europe/Dublin', currency: 'EUR' });
    const { data } = await owner.from('invoice_settings').select('currency, vat_rate, business_name').single();
    expect(data).toEqual({ currency: 'EUR', vat_rate: 23, business_name: 'Headland Contracting' });
    expect((await owner.from('invoices').select('*').single()).data).toEqual(issued);
    expect(issued?.currency).toBe('GBP');
  });

  test('choosing another country of the United Kingdom, also after Ireland, changes no other setting', async () => {
    await backend.sql(`update public.farm_settings set time_zone = 'Europe/Dublin' where user_id = $1`, [owner.id]);
    const { user } = await open();
    const form = await card('Farm settings');
    const country = await form.findByLabelText('Country');
    await user.selectOptions(country, 'Ireland');
    await user.selectOptions(country, 'Northern Ireland');
    expect(form.queryByLabelText('Currency')).toBeNull();
    expect(form.getByLabelText('Clock')).toHaveDisplayValue('Dublin');
    await user.click(form.getByRole('button', { name: 'Save farm settings' }));
    expect(await screen.findByText('Farm settings saved!')).toBeInTheDocument();
    expect(await storedFarm()).toMatchObject({
      region: 'northern_ireland',
      time_zone: 'Europe/Dublin',
      currency: 'GBP',
    });
    expect((await owner.from('invoice_settings').select('currency')).data).toEqual([]);
  });
});

/** Collects the files that the app gives the browser to save. */
function collectDownloads(): File[] {
  const files: File[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    // The app passes files only.
    files.push(file as File);
    return 'blob:x';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  return files;
}

describe('your data', () => {
  test('is exported as one ZIP; no file is saved if a part cannot be read, until it is tried again', async () => {
    await owner.from('tasks').insert({ name: 'Baling' });
    const files = collectDownloads();
    let broken = true;
    const { user } = await open((input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      return broken && url.includes('rpc/export_plan')
        ? Promise.resolve(Response.json({ message: 'down' }, { status: 500 }))
        : backend.fetch(input, init);
    });
    const data = await card('Your data');
    await user.click(data.getByRole('button', { name: 'Export everything' }));
    expect(await data.findByText(/The export stopped, so no file was saved\./)).toBeVisible();
    expect(files).toEqual([]);
    broken = false;
    await user.click(data.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(/^Everything is saved: \d+ rows, 0 files\.$/)).toBeInTheDocument();
    expect(files.map(({ name, type }) => [name.replace(/\d{4}-\d\d-\d\d/, 'DATE'), type])).toEqual([
      ['farm-diary-DATE.zip', 'application/zip'],
    ]);
    const zip = unzipSync(new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0)));
    expect(JSON.parse(strFromU8(zip['tables/tasks.json'] ?? new Uint8Array()))).toMatchObject([{ name: 'Baling' }]);
  });
});

describe('deleting the account', () => {
  // The session of the person whom the app has signed out is over.
  beforeEach(async () => {
    const { error } = await owner.auth.signInWithPassword({ email: owner.email, password: PASSWORD });
    expect(error).toBeNull();
  });

  let requests: unknown[];
  let answer: Response;
  const withFunction: TestBackend['fetch'] = async (input, init) => {
    const request = new Request(input, init);
    if (!request.url.endsWith('/functions/v1/delete-account')) return backend.fetch(request);
    requests.push(await request.json());
    return answer.clone();
  };
  const dialog = async () => within(await screen.findByRole('dialog', { name: 'Delete this account?' }));
  beforeEach(async () => {
    requests = [];
    answer = Response.json({ success: true });
    await backend.sql(`update public.farm_settings set farm_name = 'Hill Farm' where user_id = $1`, [owner.id]);
  });

  test('asks for the farm’s name and the password, says what is deleted, and signs out; refused it shows the reason', async () => {
    await backend.employeeOf(owner);
    await backend.employeeOf(owner);
    const { user } = await open(withFunction);
    await user.click((await card('Delete account')).getByRole('button', { name: 'Delete account' }));
    const form = await dialog();
    expect(
      await form.findByText('Your 2 employees lose access at once, and the work they logged is deleted too.'),
    ).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Delete account' }));
    expect(await form.findByText('Type the farm’s name exactly as it stands above.')).toBeVisible();
    expect(form.getByText('Type your password.')).toBeVisible();
    await user.type(form.getByLabelText('Farm name'), 'Hill');
    await user.type(form.getByLabelText('Your password'), 'a secret');
    await user.click(form.getByRole('button', { name: 'Delete account' }));
    expect(form.getByText('Type the farm’s name exactly as it stands above.')).toBeVisible();
    expect(requests).toEqual([]);
    await user.type(form.getByLabelText('Farm name'), ' Farm');
    answer = Response.json({ success: false, error: 'That is not your password.' }, { status: 403 });
    await user.click(form.getByRole('button', { name: 'Delete account' }));
    expect(await form.findByText('That is not your password.')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Keep it' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Alex Hill, Admin' })).toBeInTheDocument();

    requests = [];
    answer = Response.json({ success: true });
    await user.click((await card('Delete account')).getByRole('button', { name: 'Delete account' }));
    const again = await dialog();
    // The name is compared without regard to case.
    await user.type(again.getByLabelText('Farm name'), 'hill farm');
    await user.type(again.getByLabelText('Your password'), 'a secret');
    await user.click(again.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeInTheDocument();
    expect(requests).toEqual([{ confirm: 'hill farm', password: 'a secret' }]);
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument();
  });

  test('waits as long as a function may run, because many photos take time', async () => {
    let respond: (answer: Response) => void = () => undefined;
    const slowFetch: TestBackend['fetch'] = async (input, init) => {
      const { url } = new Request(input, init);
      if (!url.endsWith('/functions/v1/delete-account')) return backend.fetch(input, init);
      requests.push(init?.body);
      return new Promise((resolve, reject) => {
        respond = resolve;
        init?.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    };
    const { user } = await open(slowFetch);
    await user.click((await card('Delete account')).getByRole('button', { name: 'Delete account' }));
    const form = await dialog();
    await user.type(form.getByLabelText('Farm name'), 'Hill Farm');
    await user.type(form.getByLabelText('Your password'), 'a secret');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await userEvent
      .setup({ advanceTimers: vi.advanceTimersByTime })
      .click(form.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(requests).toHaveLength(1));
    await act(() => vi.advanceTimersByTimeAsync(140_000));
    expect(form.getByRole('button', { name: 'Deleting...' })).toBeVisible();
    vi.useRealTimers();
    respond(Response.json({ success: true }));
    // Signed out, too: the next test signs in on this device.
    expect(await screen.findByRole('heading', { name: 'Welcome to AgriFlow' })).toBeInTheDocument();
    expect(await screen.findByText('Your account is deleted.')).toBeInTheDocument();
  });
});

describe('when the subscription is over', () => {
  beforeEach(() => backend.lapse(owner));

  test('everything works except the farm settings, which say that the account is read-only', async () => {
    const files = collectDownloads();
    const { user } = await open();
    const form = await card('Profile');
    await user.type(form.getByLabelText('First name'), 'a');
    await user.click(form.getByRole('button', { name: 'Save profile' }));
    expect(await screen.findByText('Profile saved!')).toBeInTheDocument();
    const settings = await card('Farm settings');
    expect(await settings.findByText('Your account can read but not write at the moment.')).toBeVisible();
    expect(settings.getByRole('button', { name: 'Save farm settings' })).toBeDisabled();
    await user.click((await card('Your data')).getByRole('button', { name: 'Export everything' }));
    await waitFor(() => expect(files).toHaveLength(1));
    expect((await card('Delete account')).getByRole('button', { name: 'Delete account' })).toBeEnabled();
  });
});

test('offline it is readable, and says what needs a connection', async () => {
  await open();
  await screen.findByLabelText('Farm name (optional)');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const form = await card('Profile');
  await waitFor(() => expect(form.getByRole('button', { name: 'Save profile' })).toBeDisabled());
  expect(form.getByText('You need signal to change this.')).toBeVisible();
  expect(form.getByLabelText('First name')).toHaveValue('Alex');
  expect((await card('Farm settings')).getByRole('button', { name: 'Save farm settings' })).toBeDisabled();
  expect((await card('Your data')).getByText('You need signal to export.')).toBeVisible();
  expect((await card('Delete account')).getByRole('button', { name: 'Delete account' })).toBeDisabled();
});
