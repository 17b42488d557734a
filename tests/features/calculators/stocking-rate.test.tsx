// The stocking rate calculator, from an empty account to the saved year and its files, under the rules of
// England, Scotland and Ireland.
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

const set = (label: string | RegExp, value: string, at = 0) => {
  const field = screen.getAllByLabelText(label)[at];
  if (!field) throw new Error(`no field ${String(label)}`);
  fireEvent.change(field, { target: { value } });
};
async function addStock(user: UserEvent, kind: string, head: string) {
  await user.click(screen.getByRole('button', { name: 'Add livestock' }));
  const line = within(screen.getAllByRole('group', { name: /^Livestock \d/ }).at(-1) ?? document.body);
  await user.selectOptions(line.getByLabelText('Kind'), kind);
  fireEvent.change(line.getByLabelText(/^(Average number|Places|Animals in the year)$/), { target: { value: head } });
}
const answer = () => within(screen.getByRole('region', { name: /^Nitrogen from livestock/ }));
async function enterFigure(user: UserEvent, name: string, value: string) {
  await user.click(screen.getByRole('button', { name: `Enter ${name}` }));
  const dialog = within(await screen.findByRole('dialog', { name }));
  fireEvent.change(dialog.getByLabelText('Figure'), { target: { value } });
  await user.click(dialog.getByRole('button', { name: 'Use this figure' }));
  expect(dialog.getByText('Say where the figure comes from.')).toBeVisible();
  fireEvent.change(dialog.getByLabelText('Where it comes from'), { target: { value: 'NVZ guidance' } });
  await user.click(dialog.getByRole('button', { name: 'Use this figure' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
}

test('walks from an empty account to a saved year, in England, Scotland and Ireland', async () => {
  const { user } = await renderPage('/stocking-rate', { backend, person: owner });
  serveFonts();
  expect(await screen.findByRole('heading', { name: 'Stocking Rate Calculator', level: 1 })).toBeVisible();
  expect(await screen.findByText('Enter your area and your stock to see the result.')).toBeVisible();

  // An area of 0 shows a message; nothing is divided by it (case 74).
  set('Area of the farm', '0');
  expect(screen.getAllByText('Area must be more than 0.')[0]).toBeVisible();
  set('Area of the farm', '100');
  await addStock(user, 'Dairy cow, 6,000 to 9,000 litres', '150');
  expect(answer().getByText('151.5')).toBeVisible();
  expect(answer().getByText('1,850 kg N below the limit of 170 kg N/ha.')).toBeVisible();
  set('Average number', '170');
  expect(answer().getByText('171.7')).toBeVisible();
  expect(answer().getByRole('alert')).toHaveTextContent('170 kg N over the limit of 170 kg N/ha.');
  const options = within(
    screen.getByRole('heading', { name: 'What would make it comply' }).parentElement ?? document.body,
  );
  expect(options.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1.00 ha more land',
    'Export 65.4 m³ of cattle slurry (6% DM)',
    '2 fewer: Dairy cow, 6,000 to 9,000 litres',
  ]);
  // A slider tries a change and leaves the form as it is.
  fireEvent.change(screen.getByRole('slider', { name: 'Land' }), { target: { value: '10' } });
  expect(screen.getByText('156.1 kg N/ha')).toBeVisible();
  expect(answer().getByText('171.7')).toBeVisible();
  expect(
    screen.getByText(/^A guide only\. Rates from .*2015.*Your N & P statement or adviser decides\.$/),
  ).toBeVisible();
  expect(screen.getByRole('img', { name: '171.7 kg N/ha against a limit of 170 kg N/ha.' })).toBeVisible();

  await user.click(screen.getByRole('button', { name: 'Save this year' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
  const table = await screen.findByRole('table', { name: 'Saved years' });
  expect(within(table).getByText('171.7')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'CSV' }));
  expect(await lastFile()?.text()).toMatch(/Dairy cow, 6,000 to 9,000 litres",170,12,170,17170,7480,/);
  await user.click(screen.getByRole('button', { name: 'PDF' }));
  await waitFor(() => expect(lastFile()?.type).toBe('application/pdf'));

  // Other rules are asked about: they name what they do not have, and the rest stays.
  const question = async (regime: string) => {
    await user.selectOptions(screen.getByLabelText('Rules'), regime);
    return within(await screen.findByRole('dialog', { name: `Use the rules of ${regime}?` }));
  };
  let asked = await question('Scotland, inside an NVZ');
  expect(await asked.findByText('Livestock: Dairy cow, 6,000 to 9,000 litres')).toBeVisible();
  await user.click(asked.getByRole('button', { name: 'Stay as it is' }));
  expect(screen.getByLabelText('Rules')).toHaveValue('eng-nvz');
  expect(answer().getByText('171.7')).toBeVisible();

  // Scotland has no figure for an animal: the test enters one, which is stored as an override.
  asked = await question('Scotland, inside an NVZ');
  await user.click(await asked.findByRole('button', { name: 'Change rules' }));
  expect(await answer().findByText('Choose the kind of animal.')).toBeVisible();
  expect(screen.getByLabelText('Area of the farm')).toHaveValue('100');
  expect(screen.getByLabelText('Average number')).toHaveValue('170');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Dairy cow 550 kg');
  set('Average number', '100');
  expect(answer().getByText('Enter the figures that are missing below.')).toBeVisible();
  await enterFigure(user, 'Dairy cow 550 kg, nitrogen', '101');
  expect(answer().getByText('101.0')).toBeVisible();
  const overrides = await backend.sql(
    'select regime, figure, value, reason from public.rule_overrides where user_id = $1',
    [owner.id],
  );
  expect(overrides).toEqual([
    { regime: 'scot-nvz', figure: 'livestock.dairy_cow_550kg.n', value: '101', reason: 'NVZ guidance' },
  ]);

  // Ireland: each figure comes from a secondary source, and is labelled so.
  asked = await question('Ireland');
  await user.click(await asked.findByRole('button', { name: 'Change rules' }));
  expect(await answer().findByText('Choose the kind of animal.')).toBeVisible();
  set('Area of the farm', '58');
  await user.selectOptions(screen.getByLabelText('Kind'), 'Dairy cow band 2 (4501-6500 kg milk)');
  expect(answer().getByText('158.6')).toBeVisible();
  await user.click(screen.getByRole('heading', { name: 'Figures and their sources' }));
  expect(screen.getAllByText('Check with your adviser').length).toBeGreaterThan(2);

  // The saved year opens with its rules and gives the same result.
  await user.click(
    within(screen.getByRole('table', { name: 'Saved years' })).getByRole('button', { name: /^20\d\d$/ }),
  );
  expect(await screen.findByText('171.7', { selector: '.answer b' })).toBeVisible();
  expect(screen.getByLabelText('Rules')).toHaveValue('eng-nvz');
});

test('a derogation asks for what its conditions are checked with, and the result names it', async () => {
  const { user } = await renderPage('/stocking-rate', { backend, person: owner });
  await user.selectOptions(await screen.findByLabelText('Rules'), 'Northern Ireland');
  await screen.findByText('Enter your area and your stock to see the result.');
  set('Area of the farm', '100');
  await addStock(user, 'Dairy cow', '50');
  expect(screen.queryByLabelText(/^Grass on the farm/)).not.toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Derogation'), 'Grazing livestock');
  expect(
    answer().getByText(/^20,000 kg N below the derogation’s limit of 250 kg N\/ha\. Enter how much/),
  ).toBeVisible();
  set(/^Grass on the farm/, '75');
  set(/^Phosphorus balance/, '4');
  await user.selectOptions(screen.getByLabelText('Soil analysed as the derogation asks'), 'Yes');
  expect(answer().getByRole('alert')).toHaveTextContent('75.0 % of the farm is grass; the derogation asks for 80 %.');
  // The picture has the limit of the derogation, and the card names the condition though the nitrogen is within it.
  expect(screen.getByRole('img', { name: '50.0 kg N/ha against a limit of 250 kg N/ha.' })).toBeVisible();
  expect(screen.getByText('Turn 5.00 ha of the farm into grass: the derogation asks for 80 %.')).toBeVisible();
  set(/^Grass on the farm/, '80');
  expect(answer().getByText('20,000 kg N below the derogation’s limit of 250 kg N/ha.')).toBeVisible();
});

test('the page is for the account holder only', async () => {
  const driver = await backend.employeeOf(owner, { firstName: 'Sam' });
  await renderPage('/stocking-rate', { backend, person: driver });
  expect(await screen.findByText(/This page is for the main account holder/)).toBeVisible();
});
