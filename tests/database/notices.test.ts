// Notices: posted by the account holder, read by their recipients, confirmed once per person and edition.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
});

const notice = (more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  title: 'Bridge closed',
  body: 'Use the top road until Friday.',
  ...more,
});
async function postNotice(more: object = {}): Promise<string> {
  const row = notice(more);
  const { error } = await owner.from('notices').insert(row);
  if (error) throw error;
  return row.id;
}
const confirmation = (notice_id: string, more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  notice_id,
  edition: 1,
  acknowledged: true,
  ...more,
});
const titles = async (person: Person) =>
  ((await person.from('notices').select('title').order('title')).data ?? []).map(({ title }) => title);

test('a notice is posted by the account holder only, and read by its recipients', async () => {
  await postNotice({ title: 'All' });
  await postNotice({ title: 'Dan only', audience: 'selected', recipients: [driver.id, driver.id] });
  expect(await titles(owner)).toEqual(['All', 'Dan only']);
  expect(await titles(driver)).toEqual(['All', 'Dan only']);
  expect(await titles(other)).toEqual(['All']);
  expect(await titles(await backend.user())).toEqual([]);
  expect((await driver.from('notices').insert(notice())).error?.code).toBe('42501');
  expect((await driver.from('notices').update({ title: 'Mine' }).eq('user_id', owner.id).select('id')).data).toEqual(
    [],
  );
  expect((await driver.from('notices').delete().eq('user_id', owner.id).select('id')).data).toEqual([]);
  const { data } = await owner.from('notices').select('recipients, created_by_name').eq('title', 'Dan only').single();
  expect(data).toEqual({ recipients: [driver.id], created_by_name: 'Ann Holder' });
});

test('until its first day, only the account holder sees a notice, and it can’t be confirmed', async () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const later = await postNotice({ title: 'Later', starts_on: day(2) });
  await postNotice({ title: 'Later, Dan', starts_on: day(2), audience: 'selected', recipients: [driver.id] });
  await postNotice({ title: 'Now', starts_on: day(-1) });
  expect(await titles(owner)).toEqual(['Later', 'Later, Dan', 'Now']);
  expect(await titles(driver)).toEqual(['Now']);
  expect((await driver.from('notice_reads').insert(confirmation(later))).error).toMatchObject({
    code: '23514',
    message: 'This notice is not on the board yet.',
  });
  await backend.sql("update public.notices set starts_on = current_date - 1 where title like 'Later%'");
  expect(await titles(driver)).toEqual(['Later', 'Later, Dan', 'Now']);
  expect((await driver.from('notice_reads').insert(confirmation(later))).error).toBeNull();
});

test.each([
  [{ title: ' ' }, 'Give the notice a title.'],
  [{ title: 'x'.repeat(121) }, 'Title is too long (120 characters at most).'],
  [{ body: 'x'.repeat(4001) }, 'The notice is too long (4,000 characters at most).'],
  [{ audience: 'selected', recipients: [] }, 'Choose at least one person.'],
  [{ starts_on: '2026-11-20', expires_on: '2026-11-19' }, 'The end date is before the start date.'],
  [
    { audience: 'selected', recipients: ['00000000-0000-4000-8000-000000000001'] },
    'One of these people is not on your farm any more.',
  ],
])('an invalid notice is refused with a message, on insert and on update: %#', async (wrong, message) => {
  expect((await owner.from('notices').insert(notice(wrong))).error).toMatchObject({ code: '23514', message });
  const id = await postNotice();
  expect((await owner.from('notices').update(wrong).eq('id', id)).error).toMatchObject({ code: '23514', message });
});

test('a notice can link to a checklist of its account only', async () => {
  const checklist = crypto.randomUUID();
  const items = [{ prompt: 'Lights', type: 'yes_no' }];
  const row = { id: checklist, name: 'Tractor check', items };
  expect((await owner.from('checklist_templates').insert({ ...row, user_id: owner.id })).error).toBeNull();
  const related = { related_table: 'checklist_templates', related_id: checklist };
  const id = await postNotice(related);
  expect((await driver.from('notices').select('related_id').eq('id', id).single()).data).toEqual({
    related_id: checklist,
  });
  const stranger = await backend.user();
  expect((await stranger.from('notices').insert({ ...notice(related), user_id: stranger.id })).error).toMatchObject({
    code: '23514',
    message: 'The checklist is not there any more.',
  });
  expect((await owner.from('notices').update({ related_id: null }).eq('id', id)).error?.code).toBe('23514');
  expect((await owner.from('notices').insert(notice({ ...related, related_table: 'profiles' }))).error?.code).toBe(
    '23514',
  );
});

test('at most three notices are pinned; expired ones are not counted', async () => {
  const first = await postNotice({ pinned: true });
  await postNotice({ pinned: true });
  await postNotice({ pinned: true });
  const expired = { pinned: true, starts_on: '2026-01-01', expires_on: '2026-01-02' };
  await postNotice(expired);
  const tooMany = { code: '23514', message: 'Unpin a notice first – three is the most.' };
  expect((await owner.from('notices').insert(notice({ pinned: true }))).error).toMatchObject(tooMany);
  const fourth = await postNotice();
  expect((await owner.from('notices').update({ pinned: true }).eq('id', fourth)).error).toMatchObject(tooMany);
  // A pinned one can be edited without unpinning it.
  expect((await owner.from('notices').update({ body: 'New' }).eq('id', first)).error).toBeNull();
  await owner.from('notices').update({ pinned: false }).eq('id', first);
  expect((await owner.from('notices').update({ pinned: true }).eq('id', fourth)).error).toBeNull();
});

describe('a confirmation', () => {
  test('has person and time set by the database, once per edition on any number of phones', async () => {
    const id = await postNotice({ requires_ack: true });
    const confirmed = confirmation(id, { recorded_at: '2026-11-02T06:31:00Z' });
    expect((await driver.from('notice_reads').insert(confirmed)).error).toBeNull();
    // A retry hits the primary key; from a second phone it hits the unique key of person and edition.
    expect((await driver.from('notice_reads').insert(confirmed)).error?.message).toContain('notice_reads_pkey');
    const secondError = (await driver.from('notice_reads').insert(confirmation(id))).error;
    expect(secondError?.code).toBe('23505');
    expect(secondError?.message).toContain('"notice_reads_person_key"');
    const { data } = await owner.from('notice_reads').select('*').eq('notice_id', id);
    expect(data).toMatchObject([
      { created_by: driver.id, created_by_name: 'Dan Driver', recorded_at: '2026-11-02T06:31:00+00:00' },
    ]);
    expect(Math.abs(Date.now() - Date.parse(data?.[0]?.created_at ?? ''))).toBeLessThan(60_000);
    expect((await driver.from('notice_reads').insert({ ...confirmation(id), created_by: other.id })).error?.code).toBe(
      '42501',
    );
    // Employees do not see each other's.
    expect((await other.from('notice_reads').select('id')).data).toEqual([]);
  });

  test('applies to the text that was read: changed text needs a new one, and the old one is kept', async () => {
    const id = await postNotice({ requires_ack: true });
    await driver.from('notice_reads').insert(confirmation(id));
    await owner.from('notices').update({ pinned: true, priority: 'urgent' }).eq('id', id);
    const edition = async () => (await owner.from('notices').select('edition').eq('id', id).single()).data?.edition;
    expect(await edition()).toBe(1);
    await owner.from('notices').update({ body: 'Use the low road.' }).eq('id', id);
    expect(await edition()).toBe(2);
    // A phone that was offline confirms the edition it showed.
    expect((await other.from('notice_reads').insert(confirmation(id))).error).toBeNull();
    expect((await driver.from('notice_reads').insert(confirmation(id, { edition: 2 }))).error).toBeNull();
    expect((await driver.from('notice_reads').insert(confirmation(id, { edition: 3 }))).error?.message).toBe(
      'There is no such edition of this notice.',
    );
    const { data } = await owner.from('notice_reads').select('created_by_name, edition').order('edition');
    expect(data?.map((row) => row.edition)).toEqual([1, 1, 2]);
    // A notice that needs no confirmation stays at edition 1.
    const plain = await postNotice();
    await owner.from('notices').update({ body: 'Other' }).eq('id', plain);
    expect((await owner.from('notices').select('edition').eq('id', plain).single()).data).toEqual({ edition: 1 });
  });

  test('is refused to people who are not recipients, and for a deleted notice', async () => {
    const id = await postNotice({ audience: 'selected', recipients: [driver.id] });
    const notOnBoard = { code: '23514', message: 'This notice is not on the board any more.' };
    expect((await other.from('notice_reads').insert(confirmation(id))).error).toMatchObject(notOnBoard);
    expect((await driver.from('notice_reads').insert(confirmation(crypto.randomUUID()))).error).toMatchObject(
      notOnBoard,
    );
    const stranger = await backend.user();
    expect((await stranger.from('notice_reads').insert(confirmation(id))).error?.code).toBe('42501');
  });

  test('can’t be changed or deleted, and is removed with its notice', async () => {
    const id = await postNotice();
    await driver.from('notice_reads').insert(confirmation(id));
    for (const person of [owner, driver]) {
      expect((await person.from('notice_reads').delete().eq('notice_id', id)).error?.code).toBe('42501');
      const { error } = await person.from('notice_reads').update({ acknowledged: false }).eq('notice_id', id);
      expect(error?.code).toBe('42501');
    }
    expect((await owner.from('notices').delete().eq('id', id)).error).toBeNull();
    expect((await owner.from('notice_reads').select('id')).data).toEqual([]);
    expect((await owner.from('audit_log').select('action').eq('row_id', id)).data).toEqual([{ action: 'delete' }]);
  });
});

test('the notices of a lapsed account can be read but not written', async () => {
  const id = await postNotice();
  await backend.lapse(owner);
  expect(await titles(owner)).toEqual(['Bridge closed']);
  expect(await titles(driver)).toEqual(['Bridge closed']);
  const lapsed = { code: '42501', message: 'Your account can read but not write at the moment.' };
  expect((await owner.from('notices').insert(notice())).error).toMatchObject(lapsed);
  expect((await driver.from('notice_reads').insert(confirmation(id))).error).toMatchObject(lapsed);
});
