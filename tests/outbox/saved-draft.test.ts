// The draft of a form that is being saved: it must not be offered again after the save, nor be lost if the save fails.
import { randomUUID } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { ANN, startPhone } from './phone';

const FORM = 'add-work/1';
const draft = (id: string, notes: string) => ({ userId: ANN, form: FORM, id, values: { notes }, at: 1 });
type Phone = Awaited<ReturnType<typeof startPhone>>;
const drafts = async ({ store }: Phone) => (await store.draftsOf(ANN)).map(({ values }) => values);

it('a draft written while its record is being saved, or right after, is discarded', async () => {
  const phone = await startPhone();
  const id = randomUUID();
  await phone.store.putDraft(draft(id, 'By the'));
  const saving = phone.save(id, { notes: 'By the gate' }, { draft: FORM });
  await phone.store.putDraft(draft(id, 'By the gate'));
  await saving;
  await phone.store.putDraft(draft(id, 'By the gate'));
  expect(await drafts(phone)).toEqual([]);
  // The next record of the same form has its own draft.
  await phone.store.putDraft(draft(randomUUID(), 'Another'));
  expect(await drafts(phone)).toEqual([{ notes: 'Another' }]);
});

it('a draft is kept if the save fails', async () => {
  const phone = await startPhone();
  const id = randomUUID();
  // A function can't be stored.
  const saving = phone.save(id, { notes: (() => 0) as never }, { draft: FORM }).catch(() => 'failed');
  await phone.store.putDraft(draft(id, 'By the gate'));
  expect(await saving).toBe('failed');
  expect(await drafts(phone)).toEqual([{ notes: 'By the gate' }]);
});

it('a write that the browser broke off and that is tried again does not replace what was typed since', async () => {
  const phone = await startPhone();
  const id = randomUUID();
  await phone.store.putDraft(draft(id, 'B'));
  let breakOff: (reason: Error) => void = () => undefined;
  const pending = new Promise<never>((_, reject) => (breakOff = reject));
  // The connection was closed: its transaction ends only later.
  const transaction = vi
    .spyOn(IDBDatabase.prototype, 'transaction')
    .mockImplementationOnce(() => ({ store: { put: () => pending }, commit: () => undefined, done: pending }) as never);
  const first = phone.store.putDraft(draft(id, 'By the'));
  await vi.waitFor(() => expect(transaction).toHaveBeenCalled());
  await phone.store.putDraft(draft(id, 'By the gate'));
  breakOff(new DOMException('closed', 'AbortError'));
  await first;
  expect(await drafts(phone)).toEqual([{ notes: 'By the gate' }]);
});
