// N and P loading, from an empty account to the saved statement, in England and in Ireland.
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';
import { catchSavedFiles, lastFile, serveFonts } from '@tests/features/calculators/saved-files';

catchSavedFiles();

let backend: TestBackend;
let owner: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Alex' });
});
afterAll(() => backend.close());

type Queries = Pick<typeof screen, 'getByLabelText'>;
const fill = (where: Queries, label: string | RegExp, value: string) =>
  fireEvent.change(where.getByLabelText(label), { target: { value } });
const dialog = async () => within(await screen.findByRole('dialog'));
const waitUntilDialogClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

async function addField(user: UserEvent, name: string, area: string, index?: string) {
  await user.click(screen.getByRole('button', { name: 'Add a field' }));
  const form = await dialog();
  await user.click(form.getByRole('button', { name: 'Keep field' }));
  expect(form.getByText('Give the field a name.')).toBeVisible();
  fill(form, 'Field', name);
  fill(form, 'Area', area);
  if (index) await user.selectOptions(form.getByLabelText('Soil index for phosphorus'), index);
  await user.click(form.getByRole('button', { name: 'Keep field' }));
  await waitUntilDialogClosed();
}
async function startSpreading(user: UserEvent, field: string, date: string, material: string, rate: string) {
  await user.click(screen.getByRole('button', { name: 'Add spreading' }));
  const form = await dialog();
  await user.selectOptions(form.getByLabelText('Field'), field);
  fill(form, 'Date', date);
  await user.selectOptions(form.getByLabelText('What was spread'), material);
  fill(form, 'Rate', rate);
  return form;
}
const keepSpreading = (form: Awaited<ReturnType<typeof dialog>>, user: UserEvent) =>
  user.click(form.getByRole('button', { name: 'Keep spreading' }));

test('walks from an empty account to the saved statement', async () => {
  const { user } = await renderPage('/np-loading', { backend, person: owner });
  serveFonts();
  expect(await screen.findByText('No applications this year.')).toBeVisible();
  const year = new Date().getFullYear();
  fill(screen, 'Year', String(year));
  fill(screen, 'Area of the farm', '100');
  await user.click(screen.getByRole('button', { name: 'Add livestock' }));
  await user.selectOptions(screen.getByLabelText('Kind'), 'Dairy cow, 6,000 to 9,000 litres');
  fill(screen, 'Average number', '150');
  expect(screen.getByRole('row', { name: /^Livestock manure 15,150 17,000$/ })).toBeVisible();
  await addField(user, 'Long Meadow', '8');

  // A date in the closed period shows a warning, and is saved with a reason.
  let form = await startSpreading(user, 'Long Meadow', `${year}-11-02`, 'Cattle slurry (6% DM)', '35');
  expect(form.getByText('Spreading here on 2 Nov is inside the closed period (15 Oct–31 Jan).')).toBeVisible();
  await keepSpreading(form, user);
  expect(form.getByText('Say why it was spread.')).toBeVisible();
  fill(form, 'Reason', 'Agreed with the agency');
  await keepSpreading(form, user);
  await waitUntilDialogClosed();
  expect(screen.getByText('Reason: Agreed with the agency')).toBeVisible();
  form = await startSpreading(user, 'Long Meadow', `${year}-06-01`, 'Cattle slurry (6% DM)', '68');
  // 91 + 176.8 kg of organic nitrogen.
  expect(form.getByText('Field would reach 268 of 250 kg N/ha.')).toBeVisible();
  fill(form, 'Rate', '30');
  expect(form.queryByText(/^Field would reach/)).not.toBeInTheDocument();
  await keepSpreading(form, user);
  await waitUntilDialogClosed();
  expect(screen.getByText('78.0 kg N/ha, 36.0 kg phosphorus/ha')).toBeVisible();
  expect(screen.getByText(/169 of 250 kg organic N\/ha in 12 months/)).toBeVisible();

  // Whether the figure of a bag is P or P₂O₅ has to be chosen: the form does not guess.
  await user.click(screen.getByRole('button', { name: 'Add a fertiliser' }));
  form = await dialog();
  fill(form, 'Name', '20-10-10');
  fill(form, 'N', '20');
  fill(form, 'P or P₂O₅', '10');
  await user.click(form.getByRole('button', { name: 'Keep fertiliser' }));
  expect(form.getByText('Choose P or P₂O₅ for this product.')).toBeVisible();
  await user.click(form.getByLabelText('P₂O₅'));
  await user.click(form.getByRole('button', { name: 'Keep fertiliser' }));
  await waitUntilDialogClosed();

  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await lastFile()?.text()).toMatch(/Long Meadow,8,169,250,Yes,/);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.name).toBe(`nutrients-${year}.pdf`));
  await user.click(screen.getByRole('button', { name: 'Save this year' }));
  await user.click((await dialog()).getByRole('button', { name: 'Save' }));
  expect(within(await screen.findByRole('table', { name: 'Saved years' })).getByText('151.5')).toBeVisible();

  // Ireland: the phosphorus of concentrates is not known, so the test enters it.
  await user.selectOptions(screen.getByLabelText('Rules'), 'Ireland');
  await user.click(await (await dialog()).findByRole('button', { name: 'Change rules' }));
  await waitUntilDialogClosed();
  await user.click(screen.getByRole('button', { name: 'Start again' }));
  await user.selectOptions(
    await screen.findByLabelText('Zone of the closed periods'),
    screen.getByRole('option', { name: /^A: / }),
  );
  fill(screen, 'Area of the farm', '58');
  fill(screen, /^Grassland stocking rate of the year before/, '190');
  fill(screen, /^Concentrates fed/, '60');
  await addField(user, 'Home field', '10', '1');
  await user.click(screen.getByRole('button', { name: 'Enter Phosphorus in concentrates' }));
  form = await dialog();
  fill(form, 'Figure', '5');
  fill(form, 'Where it comes from', 'Label');
  await user.click(form.getByRole('button', { name: 'Use this figure' }));
  await waitUntilDialogClosed();
  // Without the higher limits 10 ha at 33 kg, less 300 kg in concentrates.
  const picture = within(screen.getByRole('table', { name: 'Nitrogen and phosphorus of the year' }));
  expect(picture.getByRole('row', { name: /^P in concentrates and manure that came 300 330$/ })).toBeVisible();
  expect(picture.getByRole('row', { name: /^Chemical P on grass 0 30$/ })).toBeVisible();
  expect(screen.getByText('Chemical phosphorus: 0.0 of 33.0 kg/ha, soil index 1.')).toBeVisible();
});

test('copies the fields of the register and their recorded spreading, and includes them in the result', async () => {
  const farmer = await backend.user({ firstName: 'Ann' });
  // The year that is over: what is still to come can't be recorded as done.
  const year = new Date().getFullYear() - 1;
  const fieldId = crypto.randomUUID();
  const field = await farmer.from('fields').insert({
    ...{ id: fieldId, user_id: farmer.id, name: 'Long Meadow', area_ha: 8, area_source: 'typed' },
    land_use: 'permanent_grass',
  });
  expect(field.error).toBeNull();
  const spreading = (more: { activity_type: string; started_at?: string; field_id?: string; field_name?: string }) =>
    farmer.from('field_activities').insert({
      ...{ id: crypto.randomUUID(), user_id: farmer.id, field_id: fieldId, field_name: 'Long Meadow', season: year },
      ...{ status: 'done', started_at: `${year}-03-02T09:00:00Z`, recorded_at: `${year}-03-02T09:00:00Z`, ...more },
    });
  const slurry = { activity_type: 'slurry', product: 'Cattle slurry', rate: 30, rate_unit: 'm3/ha' };
  expect((await spreading(slurry)).error).toBeNull();
  expect((await spreading({ ...slurry, started_at: `${year - 1}-12-31T12:00:00Z` })).error).toBeNull();
  // Spread on stubble, for the crop of the year.
  const topId = crypto.randomUUID();
  const top = await farmer.from('fields').insert({
    ...{ id: topId, user_id: farmer.id, name: 'Top', area_ha: 20, area_source: 'typed', land_use: 'arable' },
  });
  expect(top.error).toBeNull();
  const autumn = { ...slurry, rate: 40, field_id: topId, field_name: 'Top', started_at: `${year - 1}-09-12T09:00:00Z` };
  expect((await spreading(autumn)).error).toBeNull();
  const bag = { activity_type: 'fertiliser', product: 'CAN', rate: 100, rate_unit: 'kg/ha' };
  expect((await spreading(bag)).error).toBeNull();
  const { user } = await renderPage('/np-loading', { backend, person: farmer });
  fill(await screen.findByLabelText('Year').then(() => screen), 'Year', String(year));
  fill(screen, 'Area of the farm', '100');
  const card = within(await screen.findByRole('region', { name: 'Recorded on your fields' }));
  const recorded = `Recorded: 2 fields, and 3 spreadings of ${year}, 1 of them in the autumn before, for the crop of ${year}.`;
  expect(card.getByText(recorded)).toBeVisible();
  expect(card.getByText(/^1 spreading is left out: .*: CAN\. Add a fertiliser of that name/)).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Take over fields and spreading' }));
  const slurryWords = new RegExp(`^Cattle slurry \\(6% DM\\) on Long Meadow, \\w+ 2 Mar ${year}$`);
  expect(await screen.findByText(slurryWords)).toBeVisible();
  expect(screen.getByText('78.0 kg N/ha, 36.0 kg phosphorus/ha')).toBeVisible();
  expect(card.getByText(/They are in the calculation\.$/)).toBeVisible();
  expect(card.queryByRole('button')).not.toBeInTheDocument();
  // What was spread on stubble counts for the crop of the year, unless another harvest is chosen.
  expect(screen.getByText(`Counts for the crop harvested in ${year}.`)).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Change Cattle slurry .* on Top/ }));
  const form = await dialog();
  const harvest = form.getByLabelText('Counts for the crop harvested in');
  expect(harvest).toHaveDisplayValue(`${year} (by the date)`);
  await user.selectOptions(harvest, String(year - 1));
  await keepSpreading(form, user);
  await waitUntilDialogClosed();
  expect(screen.queryByText(/^Counts for the crop/)).not.toBeInTheDocument();
});
