// A checklist completed on outdated questions: stored, and marked with the version that was current.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
beforeAll(async () => {
  backend = await testBackend();
  owner = await backend.user();
  driver = await backend.employeeOf(owner);
});
afterAll(() => backend.close());

const QUESTION = { prompt: 'Lights', type: 'ok_defect_na', required: true };

async function addTemplate(): Promise<string> {
  const id = crypto.randomUUID();
  const row = { id, user_id: owner.id, name: `Tractor ${id}`, items: [QUESTION] };
  const { error } = await owner.from('checklist_templates').insert(row);
  if (error) throw error;
  // Backdated, so that the version is older than its completions.
  await backend.sql(
    `update public.checklist_versions set created_at = now() - interval '1 day' where template_id = $1`,
    [id],
  );
  return id;
}
const change = async (id: string, fields: object) => {
  const { error } = await owner.from('checklist_templates').update(fields).eq('id', id);
  if (error) throw error;
};
const changeQuestion = (id: string, prompt: string) => change(id, { items: [{ ...QUESTION, prompt }] });

/** Completes a version this many minutes before now; returns what the database stores. */
async function complete(template_id: string, version: number, minutes = 0) {
  const id = crypto.randomUUID();
  const at = new Date(Date.now() - minutes * 60_000).toISOString();
  const row = { template_id, version, answers: [{ value: 'ok' }], started_at: at, completed_at: at };
  const { error } = await driver.from('checklist_completions').insert({ ...row, id, user_id: owner.id });
  if (error) throw error;
  const [stored] = await backend.sql<{ current_version: number | null; superseded: boolean; after: boolean | null }>(
    `select current_version, superseded_at is not null as superseded, completed_at >= superseded_at as after
     from public.checklist_completions where id = $1`,
    [id],
  );
  return stored;
}

test('a completion of the current version is not marked as outdated', async () => {
  const id = await addTemplate();
  expect(await complete(id, 1)).toEqual({ current_version: null, superseded: false, after: null });
  await changeQuestion(id, 'Lamps');
  expect(await complete(id, 2)).toEqual({ current_version: null, superseded: false, after: null });
});

test('a completion of a replaced version is stored, and marked with the version that was current', async () => {
  const id = await addTemplate();
  await changeQuestion(id, 'Lamps');
  await changeQuestion(id, 'Lights and beacon');
  expect(await complete(id, 1)).toEqual({ current_version: 3, superseded: true, after: true });
  expect(await complete(id, 2)).toEqual({ current_version: 3, superseded: true, after: true });
});

test('a completion made offline before the change and sent after it is marked as made while its version was current', async () => {
  const id = await addTemplate();
  await changeQuestion(id, 'Lamps');
  expect(await complete(id, 1, 30)).toEqual({ current_version: 2, superseded: true, after: false });
});

test('a completion of a retired checklist is stored and marked; one made once it is active again is not marked', async () => {
  const id = await addTemplate();
  await change(id, { active: false });
  expect(await complete(id, 1)).toEqual({ current_version: null, superseded: true, after: true });
  await change(id, { frequency: 'weekly' });
  expect(await complete(id, 1, 30)).toEqual({ current_version: null, superseded: true, after: false });
  await change(id, { active: true });
  expect(await complete(id, 1)).toEqual({ current_version: null, superseded: false, after: null });
});

test('clients can’t write that a completion is outdated, nor when a checklist was retired', async () => {
  const id = await addTemplate();
  const row = { id: crypto.randomUUID(), user_id: owner.id, template_id: id, version: 1, answers: [{ value: 'ok' }] };
  for (const mark of [{ superseded_at: null }, { current_version: 1 }]) {
    const { error } = await driver.from('checklist_completions').insert({ ...row, ...mark } as never);
    expect(error?.code).toBe('42501');
  }
  expect(
    (
      await owner
        .from('checklist_templates')
        .update({ retired_at: null } as never)
        .eq('id', id)
    ).error?.code,
  ).toBe('42501');
});
