// The draft of a form that is being saved: it must not be offered again after the save, nor be lost if there is none.
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { ANN, phone } from './phone';

const FORM = 'add-work/1';
const draft = (id: string, notes: string) => ({ userId: ANN, form: FORM, id, values: { notes }, at: 1 });
type Phone = Awaited<ReturnType<typeof phone>>;
const drafts = async ({ store }: Phone) => (await store.draftsOf(ANN)).map(({ values }) => values);

it('is not kept if it is written while its record is being saved, or right after it', async () => {
  const p = await phone();
  const id = randomUUID();
  await p.store.putDraft(draft(id, 'By the'));
  const saving = p.save(id, { notes: 'By the gate' }, { draft: FORM });
  await p.store.putDraft(draft(id, 'By the gate'));
  await saving;
  await p.store.putDraft(draft(id, 'By the gate'));
  expect(await drafts(p)).toEqual([]);
  // The next record of the same form has its own draft.
  await p.store.putDraft(draft(randomUUID(), 'Another'));
  expect(await drafts(p)).toEqual([{ notes: 'Another' }]);
});

it('is kept if the save fails', async () => {
  const p = await phone();
  const id = randomUUID();
  // A function can't be stored.
  const saving = p.save(id, { notes: (() => 0) as never }, { draft: FORM }).catch(() => 'failed');
  await p.store.putDraft(draft(id, 'By the gate'));
  expect(await saving).toBe('failed');
  expect(await drafts(p)).toEqual([{ notes: 'By the gate' }]);
});
