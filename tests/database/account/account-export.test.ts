// The export of a whole account as a ZIP: complete, safe to open, and no file if it is incomplete.
import { createHash } from 'node:crypto';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportAccount, type ExportProgress } from '@/data/account/account-export';
import { FileProblem } from '@/domain/core/file-problem';
import { parseCsv } from '@/domain/core/parse-csv';
import { forgetSaved, saved } from '@tests/support/mock-archive';
import { current } from '@tests/support/mock-supabase';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';
import { photoOf } from '@tests/support/database/persona-ids';

const WORKS = 2345;
const FORMULA_LIKE_TEXTS = [
  '=HYPERLINK("http://x")',
  '+44 20',
  '-Farm',
  '@SUM(A1)',
  '\tTab',
  '＝1+1',
  '“Café”, "Bar"\r\nBaz',
];

let backend: TestBackend;
let owner: Person;
let driver: Person;
let stranger: Person;
let photo: ReturnType<typeof photoOf>;
/** The export of the whole account. */
let whole: {
  manifest: Awaited<ReturnType<typeof run>>;
  files: ReturnType<typeof unpacked>;
  reports: ExportProgress[];
};

beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user({ firstName: 'Siân', lastName: 'Ní Dhálaigh' });
  driver = await backend.employeeOf(owner);
  stranger = await backend.user();
  for (const [account, rows] of [
    [owner, WORKS],
    [stranger, 3],
  ] as const)
    await backend.sql(
      `insert into public.works (user_id, employee_id, customer, task_name, chargeable_unit, rate, quantity, work_date, created_by_name)
       select $1, case when n % 4 = 0 and $3 then $2::uuid end, 'Farm ' || n % 9, 'Baling', 'bale', 1.5, n, '2026-11-01', 'Siân'
       from generate_series(1, $4) n`,
      [account.id, driver.id, account === owner, rows],
    );
  const { error } = await owner
    .from('customers')
    .insert(FORMULA_LIKE_TEXTS.map((name, at) => ({ name: `${at} ${name}`, notes: name, lat: -50.25 })) as never);
  if (error) throw error;
  const [work] = await backend.sql<{ id: string }>('select id from public.works where user_id = $1 limit 1', [
    owner.id,
  ]);
  photo = { ...photoOf(owner.id, work?.id ?? '', crypto.randomUUID()), bytes: 7 };
  await owner.storage.from('photos').upload(photo.storage_path, new Blob(['a photo'], { type: 'image/jpeg' }));
  await owner.from('attachments').insert(photo);
  await owner.from('attachments').insert(photoOf(owner.id, work?.id ?? '', crypto.randomUUID()));
  forgetSaved();
  const reports: ExportProgress[] = [];
  const manifest = await run({ onProgress: (progress) => reports.push(progress) });
  expect(saved).toMatchObject({ finished: true, discarded: false });
  whole = { manifest, files: unpacked(), reports };
});
afterAll(() => backend.close());
beforeEach(() => {
  current.client = owner;
  forgetSaved();
});

type Options = {
  by?: Person;
  signal?: AbortSignal;
  onProgress?: (progress: ExportProgress) => void;
  withFiles?: boolean;
  farmName?: string;
};

async function run({
  by = owner,
  signal,
  onProgress = () => undefined,
  withFiles = true,
  farmName = 'Hill Farm',
}: Options = {}) {
  const make = exportAccount.mutationFn;
  if (!make) throw new Error('exportAccount has no mutationFn');
  current.client = by;
  return make(
    {
      ownerId: by.id,
      farmName,
      fileName: 'farm-diary.zip',
      withFiles,
      onProgress,
      signal: signal ?? new AbortController().signal,
    },
    // The mutation does not use its context.
    undefined as never,
  );
}
// A ZIP is written as bytes.
const unpacked = () => unzipSync(Buffer.concat(saved.parts as Uint8Array[]));
const text = (files: Record<string, Uint8Array>, name: string) => strFromU8(files[name] ?? new Uint8Array());
const json = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(text(files, name)) as Record<string, unknown>[];

test('photos and documents that do not fit into one ZIP are refused before any is fetched, and left out on request', async () => {
  const full = await backend.user();
  await backend.sql(
    `insert into public.documents (id, user_id, parent_table, parent_id, name, storage_path, mime, bytes, created_by_name)
     select id, $1::text::uuid, 'machines', $1::text::uuid, 'Manual.pdf', $1::text || '/' || id || '.pdf', 'application/pdf', 20971520, 'Ann'
     from (select gen_random_uuid() as id from generate_series(1, 206)) d`,
    [full.id],
  );
  const phases: string[] = [];
  const onProgress = ({ phase }: ExportProgress) => void phases.push(phase);
  const failure: unknown = await run({ by: full, onProgress }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(FileProblem);
  expect(String(failure)).toContain('do not fit into one ZIP');
  expect(phases).not.toContain('files');
  expect(saved).toMatchObject({ finished: false, discarded: true });
  await run({ by: full, withFiles: false });
  expect(saved.finished).toBe(true);
});

test('the export contains every row of every table as JSON and as CSV, and the number of rows', async () => {
  const { manifest, files } = whole;
  expect(JSON.parse(text(files, 'manifest.json'))).toEqual(manifest);
  const tables = await backend.sql<{ name: string }>(
    `select c.relname::text as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and has_any_column_privilege('authenticated', c.oid, 'select') order by 1`,
  );
  expect(manifest?.tables.map(({ name }) => name)).toEqual(tables.map(({ name }) => name));
  for (const { name, rows, columns } of manifest?.tables ?? []) {
    const owned = columns.includes('user_id') ? 'user_id = $1' : 'id = $1 or admin_id = $1';
    const personal = name === 'saved_filters' ? ' and person_id = $1' : '';
    const [counted] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from public.${name} where (${owned})${personal}`,
      [owner.id],
    );
    expect([name, rows]).toEqual([name, counted?.n]);
    expect(json(files, `tables/${name}.json`), name).toHaveLength(rows);
    const [head, ...body] = parseCsv(text(files, `tables/${name}.csv`));
    expect(head, name).toEqual(columns);
    expect(body, name).toHaveLength(rows);
  }
  const works = json(files, 'tables/works.json');
  expect(new Set(works.map((row) => row['id'])).size).toBe(WORKS);
  expect(works.reduce((sum, row) => sum + Number(row['total_value']), 0)).toBe((1.5 * WORKS * (WORKS + 1)) / 2);
  const page = text(files, 'Read me.html');
  expect(page).toContain('<title>Hill Farm: everything that Farm Diary holds</title>');
  expect(page).toContain(`<td>works</td><td>${WORKS.toLocaleString('en-GB')}</td>`);
  expect(page).not.toMatch(/<script|<link|https?:/);
});

test('the export contains nothing of another account (A88)', async () => {
  await run({ by: stranger });
  const files = unpacked();
  const all = Object.values(files)
    .map((bytes) => strFromU8(bytes))
    .join('\n');
  expect(json(files, 'tables/works.json')).toHaveLength(3);
  for (const id of [owner.id, driver.id]) expect(all).not.toContain(id);
});

test('formulas are exported as text, numbers stay numbers (A73)', () => {
  const { files } = whole;
  const csv = text(files, 'tables/customers.csv');
  // Decoding removes the byte order mark, which spreadsheets need.
  expect(files['tables/customers.csv']?.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  const [head = [], ...rows] = parseCsv(csv);
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)] ?? '').filter(Boolean);
  const notes = new Set(column('notes'));
  for (const note of FORMULA_LIKE_TEXTS) expect(notes).toContain(/^[=+\-@\t＝]/.test(note) ? `'${note}` : note);
  expect(new Set(column('lat'))).toEqual(new Set(['-50.25']));
  // The JSON file contains them exactly as stored.
  const stored = json(files, 'tables/customers.json').map((row) => row['notes']);
  for (const note of FORMULA_LIKE_TEXTS) expect(stored).toContain(note);
});

test('the export includes the files that rows name, and lists the missing ones', async () => {
  const { manifest, files } = whole;
  expect(text(files, `files/photos/${photo.storage_path}`)).toBe('a photo');
  const sha256 = createHash('sha256').update('a photo').digest('hex');
  expect(manifest?.files).toEqual([{ name: `files/photos/${photo.storage_path}`, bytes: 7, sha256 }]);
  expect(manifest?.missing).toHaveLength(1);
  expect((await run({ withFiles: false }))?.files).toEqual([]);
  expect(Object.keys(unpacked()).filter((name) => name.startsWith('files/'))).toEqual([]);
});

test('the export includes the logo of issued invoices, once, and the next number of each series', async () => {
  const other = await backend.user();
  const account = await setUpInvoicing(backend, other);
  const path = `${other.id}/invoice/${'a'.repeat(64)}.png`;
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect((await other.storage.from('logos').upload(path, new Blob([png], { type: 'image/png' }))).error).toBeNull();
  expect((await account.saveSettings({ logo_path: path })).error).toBeNull();
  const works = await account.addWorks([10, 20]);
  for (const id of works) expect((await account.issue([id])).error).toBeNull();
  // The settings have no logo any more; the two invoices were sent with it.
  expect((await account.saveSettings({ logo_path: null })).error).toBeNull();
  const manifest = await run({ by: other });
  expect(manifest?.counters).toEqual([{ series: 'invoice', next: 3 }]);
  expect(manifest?.files).toMatchObject([{ name: `files/logos/${path}`, bytes: 8 }]);
  expect(unpacked()[`files/logos/${path}`]).toEqual(png);
});

test('the export contains the fields as GeoJSON, and a farm’s name cannot break its page', async () => {
  const other = await backend.user();
  const boundary = {
    type: 'Polygon',
    coordinates: [
      [
        [-4.1, 50.5],
        [-4.09, 50.5],
        [-4.09, 50.51],
        [-4.1, 50.5],
      ],
    ],
  };
  const field = { user_id: other.id, name: 'Long <Meadow>', area_ha: 4.05, parcel_ref: 'SX1234 5678', boundary };
  expect((await other.from('fields').insert(field as never)).error).toBeNull();
  await run({ by: other, farmName: '<b>Hill</b> & "Sons"' });
  const files = unpacked();
  expect(JSON.parse(text(files, 'maps/fields.geojson'))).toEqual({
    type: 'FeatureCollection',
    features: [
      {
        type: 'Feature',
        properties: { name: 'Long <Meadow>', area_ha: 4.05, parcel_ref: 'SX1234 5678' },
        geometry: boundary,
      },
    ],
  });
  expect(text(files, 'Read me.html')).toContain('<h1>&lt;b&gt;Hill&lt;/b&gt; &amp; &quot;Sons&quot;: everything');
});

test('the export reports its progress', () => {
  const { manifest, reports } = whole;
  const totalRows = manifest?.tables.reduce((sum, { rows }) => sum + rows, 0);
  expect(
    reports
      .filter(({ current: table }) => table === 'works')
      .map(({ done }, at, list) => done - (list[at - 1]?.done ?? done)),
  ).toEqual([0, 1000, 1000, 345]);
  const rows = reports.filter(({ phase }) => phase === 'rows');
  expect(rows.at(-1)).toMatchObject({ done: totalRows, total: totalRows });
  expect(reports.at(-1)).toMatchObject({ phase: 'files', done: 1, total: 2 });
});

test('the export works when the account has lapsed', async () => {
  await backend.lapse(stranger);
  const manifest = await run({ by: stranger });
  expect(manifest?.tables.find(({ name }) => name === 'works')?.rows).toBe(3);
  expect(saved).toMatchObject({ finished: true, discarded: false });
});

test('the export is refused to an employee, and leaves no file (A88)', async () => {
  await expect(run({ by: driver })).rejects.toThrow('Only the main account holder can export everything.');
  expect(saved).toMatchObject({ finished: false, discarded: true });
});

test('the export leaves no file when cancelled half-way, and does not start when the dialog is closed', async () => {
  const controller = new AbortController();
  const onProgress = ({ current: table }: ExportProgress) => table === 'works' && controller.abort();
  expect(await run({ signal: controller.signal, onProgress })).toBeNull();
  expect(saved).toMatchObject({ finished: false, discarded: true });
  saved.isCancelled = true;
  expect(await run()).toBeNull();
});
