// Saved filters through the data layer: private per person, unique names, and readable errors. The access table covers
// who may read and change them, by verb and person.
import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteFilter, NAME_TAKEN, renameFilter, saveFilter, savedFiltersQuery } from '@/data/works/saved-filters';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { current } from '@tests/support/mock-supabase';

let backend: TestBackend;
let owner: Person;
let driver: Person;

beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
  current.client = owner;
});

function runMutation<Variables, Result>(
  mutation: { mutationFn?: (variables: Variables, context: never) => Promise<Result> },
  variables: Variables,
): Promise<Result> {
  if (!mutation.mutationFn) throw new Error('this mutation has no mutationFn');
  // None of the mutations here uses its context.
  return mutation.mutationFn(variables, undefined as never);
}
const signInAs = (person: Person) => (current.client = person);
const save = (name: string, query = 'status=ready', id: string = crypto.randomUUID()) =>
  runMutation(saveFilter, { id, ownerId: owner.id, name, query });
const listOf = (person: Person) => {
  signInAs(person);
  return new QueryClient().query(savedFiltersQuery({ ownerId: owner.id, userId: person.id }));
};

test('each person has their own filters, sorted by name', async () => {
  await save('Zaun 10', 'q=zaun');
  await save('élagage');
  await save('Zaun 9');
  signInAs(driver);
  await save('Zaun 9', 'q=mine');
  expect((await listOf(owner)).map(({ name }) => name)).toEqual(['élagage', 'Zaun 9', 'Zaun 10']);
  expect(await listOf(driver)).toEqual([{ id: expect.any(String) as string, name: 'Zaun 9', query: 'q=mine' }]);
});

test('a filter’s name is unique, ignoring case, and the refusal says so', async () => {
  await save('October');
  await expect(save('october')).rejects.toThrow(NAME_TAKEN);
  await save('November', 'q=x');
  const [november] = await listOf(owner);
  await expect(runMutation(renameFilter, { id: november?.id ?? '', name: 'OCTOBER' })).rejects.toThrow(NAME_TAKEN);
  await runMutation(renameFilter, { id: november?.id ?? '', name: 'NOVEMBER' });
  expect((await listOf(owner)).map(({ name }) => name)).toEqual(['NOVEMBER', 'October']);
});

test('a filter sent twice after a lost response is stored once', async () => {
  const id = crypto.randomUUID();
  await save('October', 'q=x', id);
  await save('October', 'q=x', id);
  expect(await listOf(owner)).toHaveLength(1);
});

test('a filter that is too long or has no name is refused, and only the works list can have filters', async () => {
  await expect(save('x'.repeat(61))).rejects.toMatchObject({ code: '23514' });
  await expect(save('')).rejects.toMatchObject({ code: '23514' });
  await expect(save(' x')).rejects.toMatchObject({ code: '23514' });
  await expect(save('long', 'q'.repeat(2001))).rejects.toMatchObject({ code: '23514' });
  await save('x'.repeat(60), 'q'.repeat(2000));
  const { error } = await owner
    .from('saved_filters')
    .insert({ user_id: owner.id, name: 'Other', query: '', screen: 'invoices' });
  expect(error?.code).toBe('23514');
});

test('people can’t write under another person’s name, nor change another person’s filters', async () => {
  await save('October');
  const [filter] = await listOf(owner);
  signInAs(driver);
  await expect(runMutation(renameFilter, { id: filter?.id ?? '', name: 'Stolen' })).rejects.toThrow();
  await expect(runMutation(deleteFilter, filter?.id ?? '')).rejects.toThrow();
  const { error } = await driver
    .from('saved_filters')
    .insert({ user_id: owner.id, name: 'Planted', query: '', person_id: owner.id });
  expect(error?.code).toBe('42501');
  expect((await listOf(owner)).map(({ name }) => name)).toEqual(['October']);
});

test('a deleted filter is not listed any more', async () => {
  await save('October');
  const [filter] = await listOf(owner);
  await runMutation(deleteFilter, filter?.id ?? '');
  expect(await listOf(owner)).toEqual([]);
});
