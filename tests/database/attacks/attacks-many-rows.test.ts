// Attacks on the size of the database: rows added in a loop.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { jobContent } from '@/records/jobs';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let neighbour: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  neighbour = await backend.user();
});
afterAll(() => backend.close());

const REFUSED = {
  code: 'PT429',
  message: 'This farm has added 10,000 entries within a minute, which are the most. Try again in a minute.',
};
const added = (person: Person, rows: number, secondsAgo: number) =>
  backend.sql(
    `insert into private.added_rows (user_id, added, at) values ($1, $2, clock_timestamp() - make_interval(secs => $3))`,
    [person.id, rows, secondsAgo],
  );
const note = (title: string) => ({ id: crypto.randomUUID(), user_id: owner.id, title, note_date: '2026-11-03' });
const addNotes = async (person: Person, count: number) => {
  const rows = Array.from({ length: count }, (_, at) => ({ ...note(`Note ${at}`), user_id: person.id }));
  return (await person.from('notes').insert(rows)).error;
};

test('each table that people add rows to counts them', async () => {
  const uncounted = await backend.sql(`
    select t.relname from pg_class t
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
        and has_column_privilege('authenticated', t.oid, a.attnum, 'insert'))
      and not exists (select from pg_trigger g where g.tgrelid = t.oid and g.tgfoid = 'private.limit_rows'::regproc)`);
  expect(uncounted).toEqual([]);
});

test('a farm adds 10,000 rows in a minute at most, whoever of it adds them; the others are told to wait', async () => {
  await added(owner, 9996, 1);
  await added(owner, 500, 61);
  expect(await addNotes(owner, 2)).toBeNull();
  expect(await addNotes(owner, 3)).toMatchObject(REFUSED);
  const ofDriver = { ...note('By the driver') };
  expect((await driver.from('notes').insert(ofDriver)).error).toBeNull();
  expect((await driver.from('notes').insert(note('One more'))).error).toBeNull();
  expect((await driver.from('notes').insert(note('Too many'))).error).toMatchObject(REFUSED);
  // A row that is there already is told so, as before; another farm is not affected.
  expect((await driver.from('notes').insert(ofDriver)).error).toMatchObject({ code: '23505' });
  expect(await addNotes(neighbour, 3)).toBeNull();
  expect(await backend.sql('select from public.notes where user_id = $1', [owner.id])).toHaveLength(4);
});

test('also through functions, and again a minute later', async () => {
  const line = { customer: 'J. Doe', task_name: 'Ploughing', chargeable_unit: 'hour', quantity: 2 };
  const lines = Array.from({ length: 9 }, () => ({ ...line, work_date: '2026-11-02' }));
  const job = jobContent(crypto.randomUUID(), { lines }, '2026-11-02T17:00:00Z');
  expect((await driver.rpc('log_job', { p_job: job })).error).toMatchObject(REFUSED);
  await backend.sql(`update private.added_rows set at = at - interval '61 seconds' where user_id = $1`, [owner.id]);
  expect((await driver.rpc('log_job', { p_job: job })).error).toBeNull();
  // The function adds row after row: at least half of them are counted.
  const [counted] = await backend.sql<{ added: number }>(
    `select sum(added)::integer as added from private.added_rows where user_id = $1 and at > now() - interval '1 minute'`,
    [owner.id],
  );
  expect(counted?.added).toBeGreaterThanOrEqual(5);
  expect(counted?.added).toBeLessThanOrEqual(20);
  // What counts no more is removed.
  await backend.sql(`update private.added_rows set at = at - interval '1 hour' where user_id = $1`, [owner.id]);
  expect(await addNotes(owner, 1)).toBeNull();
  expect(await backend.sql('select added from private.added_rows where user_id = $1', [owner.id])).toEqual([
    { added: 1 },
  ]);
});
