// The map page without its map, as a screen reader uses it: the list of fields, import with a preview, export. And "Which
// field am I in?" when logging a job. The map itself is tested in a real browser (tests/e2e/fields-map.test.ts).
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { copiesOf } from '@/offline/snapshot/snapshot-store';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { InProcessWorker } from '@tests/support/in-process-worker';
import { renderPage } from '@tests/support/render-page';

const square = (east: number) => ({
  type: 'Polygon',
  coordinates: [
    [
      [east, 50.5],
      [east + 0.003, 50.5],
      [east + 0.003, 50.5018],
      [east, 50.5018],
      [east, 50.5],
    ],
  ],
});
const feature = (name: string, geometry: unknown, more = {}) => ({
  ...{ type: 'Feature', properties: { name, ...more }, geometry },
});
const file = (...features: unknown[]) =>
  new File([JSON.stringify({ type: 'FeatureCollection', features })], 'farm.geojson');

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  vi.stubGlobal('Worker', InProcessWorker);
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Ann' });
  driver = await backend.employeeOf(owner, { firstName: 'Sam' });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await backend.close();
});

const stored = async () =>
  (await owner.from('fields').select('name, area_ha, area_source, drawn_area_ha, customer, boundary').order('name'))
    .data;
const areas = async () => (await stored())?.map(({ name, area_ha, drawn_area_ha }) => [name, area_ha, drawn_area_ha]);

test('an import is previewed row by row, and nothing is saved while two rows have the same name', async () => {
  await owner.from('fields').insert({ user_id: owner.id, name: 'Top Field', area_ha: 4.05 } as never);
  const { user } = await renderPage('/fields/map', { backend, person: owner });
  const list = within(await screen.findByRole('list', { name: 'Fields' }));
  expect(list.getByRole('button')).toHaveTextContent('Top Field4.05 ha, 10.01 ac, no boundary');

  await user.click(screen.getByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import boundaries' }));
  // What an iPhone needs: it greys out files by their endings alone.
  expect(dialog.getByLabelText('File with boundaries')).toHaveAttribute(
    'accept',
    expect.stringMatching(/application\/vnd\.google-earth\.kml\+xml.*application\/octet-stream/),
  );
  await user.upload(dialog.getByLabelText('File with boundaries'), new File(['a;b'], 'fields.txt.kml'));
  expect(
    await dialog.findByText('Choose a GeoJSON file, a KML file, or a zip file with a shapefile.'),
  ).toBeInTheDocument();
  const [a, b, c, d] = square(-4.05).coordinates[0] ?? [];
  const bowTie = { type: 'Polygon', coordinates: [[a, c, b, d, a]] };
  await user.upload(
    dialog.getByLabelText('File with boundaries'),
    file(
      feature('top field', square(-4.1)),
      feature('Long Acre', square(-4.09), { area_ha: 4.25 }),
      feature('Long Acre', square(-4.08)),
      feature('Odd', bowTie),
    ),
  );
  expect(await dialog.findByText('4 fields in the file, 1 can’t be imported')).toBeInTheDocument();
  expect(dialog.getByText(/^The boundary crosses itself near 50\.\d{5}, -4\.0\d{4}\.$/)).toBeInTheDocument();
  expect(
    dialog.getByText('The drawn area (4.26 ha) differs from the official area (4.05 ha) by 5.2 %.'),
  ).toBeInTheDocument();
  expect(dialog.getByLabelText('Save top field as')).toHaveDisplayValue('Boundary of Top Field');
  expect(dialog.getByLabelText('Save top field as')).toHaveAccessibleDescription(
    'Replaces the boundary of Top Field, a field of your own land.',
  );
  // A field of a customer is not one of the own land.
  await user.type(dialog.getByLabelText('Whose fields are they? (optional)'), 'Hill Farm');
  expect(dialog.getByLabelText('Save top field as')).toHaveDisplayValue('A new field');
  expect(dialog.getByLabelText('Save top field as')).toHaveAccessibleDescription('A new field of Hill Farm.');
  await user.clear(dialog.getByLabelText('Whose fields are they? (optional)'));
  expect(dialog.getByLabelText('Save top field as')).toHaveDisplayValue('Boundary of Top Field');
  // Nothing is saved while two rows have one name.
  const [, second] = dialog.getAllByLabelText('Name');
  if (!second) throw new Error('the rows have no names');
  expect(second).toHaveValue('Long Acre 2');
  await user.clear(second);
  await user.type(second, 'Long Acre');
  expect(dialog.getAllByText('Another row of the file has the same name.')).toHaveLength(2);
  expect(dialog.getByRole('button', { name: 'Import 3 fields' })).toBeDisabled();
  await user.clear(second);
  await user.type(second, 'Short Acre');
  await user.click(dialog.getByRole('button', { name: 'Import 3 fields' }));
  expect(await screen.findByText('3 boundaries saved!')).toBeInTheDocument();
  await waitFor(async () =>
    expect(await areas()).toEqual([
      ['Long Acre', 4.25, 4.2618],
      ['Short Acre', 4.2618, 4.2618],
      ['Top Field', 4.05, 4.2618],
    ]),
  );
  await waitFor(() => expect(list.getAllByRole('button')).toHaveLength(3));
});

test('coordinates in the wrong order are noticed and can be swapped, and a pasted boundary is read', async () => {
  const { user } = await renderPage('/fields/map', { backend, person: owner });
  await user.click(await screen.findByRole('button', { name: 'Import' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import boundaries' }));
  const swapped = square(-4.2).coordinates[0]?.map(([lng, lat]) => [lat, lng]);
  await user.click(dialog.getByLabelText('Or paste a boundary'));
  await user.paste(JSON.stringify({ type: 'Polygon', coordinates: [swapped] }));
  await user.click(dialog.getByRole('button', { name: 'Read the text' }));
  const question = 'These points are outside the UK and Ireland. Are latitude and longitude swapped?';
  expect(await dialog.findAllByText(question)).not.toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Swap them' }));
  expect(await dialog.findByRole('checkbox', { name: /^Field 1: 4.26 ha, 10.53 ac/ })).toBeChecked();
  expect(dialog.queryByText(question)).toBeNull();

  // A file that takes long can be given up; what was pasted is still there.
  await user.click(dialog.getByRole('button', { name: 'Choose another file' }));
  vi.spyOn(InProcessWorker.prototype, 'postMessage').mockReturnValueOnce();
  const terminated = vi.spyOn(InProcessWorker.prototype, 'terminate');
  await user.click(dialog.getByRole('button', { name: 'Read the text' }));
  expect(await dialog.findByText('Reading the file...')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(await dialog.findByLabelText('Or paste a boundary')).not.toHaveValue('');
  expect(terminated).toHaveBeenCalledOnce();
});

test('an employee sees the map and changes nothing', async () => {
  await renderPage('/fields/map', { backend, person: driver });
  expect(await screen.findByRole('list', { name: 'Fields' })).toHaveTextContent('Long Acre');
  expect(screen.getByRole('button', { name: 'Export' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Draw a field' })).toBeNull();
});

test('"Which field am I in?" proposes field and customer from the copy on the device, and stores no position', async () => {
  await owner.from('fields').update({ customer: 'Hill Farm' }).eq('name', 'Long Acre');
  const position = vi.fn((found: PositionCallback) =>
    found({ coords: { latitude: 50.501, longitude: -4.0885, accuracy: 5 } } as GeolocationPosition),
  );
  vi.spyOn(navigator, 'geolocation', 'get').mockReturnValue({ getCurrentPosition: position } as unknown as Geolocation);
  // Opening the map page stores a copy of the fields on the device.
  const first = await renderPage('/fields/map', { backend, person: driver });
  await screen.findByRole('list', { name: 'Fields' });
  await waitFor(async () => expect(JSON.stringify(await copiesOf(driver.id))).toContain('Long Acre'));
  first.view.unmount();

  const { user } = await renderPage('/add-work', { backend, person: driver });
  const button = await screen.findByRole('button', { name: 'Which field am I in?' });
  expect(position).not.toHaveBeenCalled();
  await user.click(button);
  const here = within(await screen.findByRole('group', { name: 'Fields here' }));
  expect(here.getByRole('button')).toHaveTextContent('Long AcreHill Farm, You are in this field');
  await user.click(here.getByRole('button'));
  expect(await screen.findByLabelText('Customer')).toHaveValue('Hill Farm');
  expect(screen.getByLabelText(/^Description/)).toHaveValue('Long Acre');
  expect(JSON.stringify(await stored())).not.toContain('50.501,');
});
