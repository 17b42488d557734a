// PGlite has one session: API requests and statements of the superuser run one after another.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type TestBackend } from '@tests/support/embedded/backend';
import { concurrent, serialise } from '../../../supabase/local/database/serialise';

test('a task starts when the previous one has ended, successfully or not', async () => {
  const steps: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      steps.push(`${name} starts`);
      await new Promise((wait) => setImmediate(wait));
      steps.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const queue = serialise();
  const results = await Promise.allSettled([queue.run(task('a')), queue.run(task('b', true)), queue.run(task('c'))]);
  expect(steps).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('tasks of a database with many sessions do not wait', async () => {
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} starts`);
    await new Promise((wait) => setImmediate(wait));
    steps.push(`${name} ends`);
  };
  const queue = concurrent();
  await Promise.all([queue.run(task('a')), queue.run(task('b'))]);
  expect(steps).toEqual(['a starts', 'b starts', 'a ends', 'b ends']);
});

let backend: TestBackend;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());

test('five people’s concurrent requests see only their own rows, and statements of the superuser in between run as the superuser', async () => {
  const people = await Promise.all([1, 2, 3, 4, 5].map(() => backend.user()));
  // Yield between two statements of a transaction: without the queue another request would run in between.
  if (backend.opened.kind === 'pglite') {
    const { driver } = backend.opened;
    const query = driver.query.bind(driver);
    driver.query = async (...args: Parameters<typeof query>) => {
      await new Promise((wait) => setImmediate(wait));
      return query(...args) as never;
    };
  }
  const requesters = [...people, ...people, ...people, ...people];
  const seen = await Promise.all(
    requesters.flatMap((person) => [
      person
        .from('profiles')
        .select('id')
        .then(({ data }) => data?.map(({ id }) => id)),
      backend.sql('select current_user as id').then((rows) => rows.map(({ id }) => id)),
    ]),
  );
  expect(seen).toEqual(requesters.flatMap((person) => [[person.id], ['postgres']]));
});
