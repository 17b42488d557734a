// Time off: who may ask, answer and take back, what the diary contains afterwards, and who is told.
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

const request = (more: object = {}) => ({
  id: crypto.randomUUID(),
  user_id: owner.id,
  absence_type: 'holiday',
  start_date: '2100-08-02',
  end_date: '2100-08-06',
  ...more,
});
const insert = (person: Person, row: ReturnType<typeof request>) =>
  person.from('absence_requests').upsert(row, { onConflict: 'user_id,id', ignoreDuplicates: true }).select('id');
async function ask(more: object = {}, person = driver): Promise<string> {
  const row = request(more);
  const { error } = await insert(person, row);
  if (error) throw error;
  return row.id;
}
const refusal = async (more: object, person = driver) => (await insert(person, request(more))).error?.message;
const answer = (person: Person, id: string, status: string, words: string | null = null) =>
  person.from('absence_requests').update({ status, answer: words }).eq('user_id', owner.id).eq('id', id).select('id');
const takeBack = (person: Person, id: string) =>
  person.from('absence_requests').delete().eq('user_id', owner.id).eq('id', id).select('id');
const stored = async (id: string) => (await owner.from('absence_requests').select('*').eq('id', id).maybeSingle()).data;
const absences = async (person = owner) =>
  (await person.from('diary_events').select('*').eq('kind', 'absence').order('start_date')).data ?? [];
const messages = async (person: Person) =>
  (await person.from('push_messages').select('title, detail, path').eq('kind', 'absence').is('read_at', null)).data ??
  [];

describe('asking', () => {
  test('a person asks for themselves; the holder is told, and the diary does not change', async () => {
    const id = await ask({ note: ' Wedding ' });
    expect(await stored(id)).toMatchObject({
      ...{ person_id: driver.id, person_name: 'Dan Driver', status: 'asked', note: 'Wedding', answered_at: null },
    });
    expect(await absences()).toEqual([]);
    expect(await messages(owner)).toEqual([
      { title: 'Dan Driver asks for holiday', detail: '2 to 6 Aug: Wedding', path: `/time-off?request=${id}` },
    ]);
    expect(await messages(driver)).toEqual([]);
  });

  test('a request that is sent twice is stored once, and the holder is told once', async () => {
    const row = request();
    expect((await insert(driver, row)).error).toBeNull();
    expect((await insert(driver, row)).error).toBeNull();
    expect(await messages(owner)).toHaveLength(1);
  });

  test('nobody can ask for another person, or answer within their own request', async () => {
    for (const columns of [
      { person_id: other.id },
      { status: 'approved' },
      { answered_by_name: 'Ann' },
      { person_name: 'Ann' },
    ])
      expect((await insert(driver, request(columns))).error?.code, JSON.stringify(columns)).toBe('42501');
    expect((await insert(owner, request())).error?.message).toBe('Plan your own days off in the diary.');
  });

  test('only the person and the holder read a request', async () => {
    const id = await ask();
    const readers = [owner, driver, other];
    const seen = await Promise.all(readers.map((one) => one.from('absence_requests').select('id')));
    expect(seen.map(({ data }) => data)).toEqual([[{ id }], [{ id }], []]);
  });

  test.each([
    [{ absence_type: 'party' }, 'Choose holiday, sick or other.'],
    [{ start_date: '1999-12-31' }, 'Choose a date from the year 2000 on.'],
    [{ start_date: '2200-01-01', end_date: '2200-01-02' }, 'That date is too far away.'],
    [{ end_date: '2100-08-01' }, 'The last day is before the first day.'],
    [{ end_date: '2101-08-03' }, 'That is too long (366 days at most).'],
    [{ half: 'morning' }, 'Half a day is on one day only.'],
    [{ half: 'noon', end_date: '2100-08-02' }, 'Choose whole days, the morning or the afternoon.'],
    [{ note: 'x'.repeat(301) }, 'The note is too long (300 characters at most).'],
  ])('%j is refused: %s', async (more, words) => {
    expect(await refusal(more)).toBe(words);
  });

  test('the same days cannot be asked for twice, except by others, for the other half, or as sick days', async () => {
    await ask();
    expect(await refusal({ start_date: '2100-08-06', end_date: '2100-08-09' })).toBe(
      'You have asked for 2 to 6 Aug already.',
    );
    expect(await refusal({ start_date: '2100-08-07', end_date: '2100-08-09' })).toBeUndefined();
    expect(await refusal({}, other)).toBeUndefined();
    const day = { start_date: '2100-09-01', end_date: '2100-09-01' };
    expect(await refusal({ ...day, half: 'morning' })).toBeUndefined();
    expect(await refusal({ ...day, half: 'afternoon' })).toBeUndefined();
    expect(await refusal(day)).toBe('You have asked for Wed 1 Sep already.');
    expect(await refusal({ absence_type: 'sick' })).toBeUndefined();
    expect(await refusal({ absence_type: 'sick', end_date: '2100-08-02' })).toBe(
      'The diary says already that you are off, 2 to 6 Aug.',
    );
  });

  test('days on which the holder entered an absence cannot be asked for', async () => {
    const entered = { user_id: owner.id, kind: 'absence', absence_type: 'other', assigned_to: [driver.id, other.id] };
    const days = { start_date: '2100-07-30', end_date: '2100-08-02' };
    expect((await owner.from('diary_events').insert({ ...entered, ...days })).error).toBeNull();
    expect(await refusal({})).toBe('The diary says already that you are off, 30 Jul to 2 Aug.');
    expect(await refusal({ start_date: '2100-08-03' })).toBeUndefined();
  });

  test('of two requests for the same days that one person sends at once, one is refused', async () => {
    const settled = await Promise.all([insert(driver, request()), insert(driver, request())]);
    expect(settled.map(({ error }) => error?.message ?? '').toSorted()).toEqual([
      '',
      'You have asked for 2 to 6 Aug already.',
    ]);
  });
});

describe('answering', () => {
  test('an approved request is entered in the diary under the same id, and the person is told', async () => {
    const id = await ask({ note: 'Wedding' });
    expect((await answer(owner, id, 'approved', ' Enjoy it ')).data).toEqual([{ id }]);
    expect(await stored(id)).toMatchObject({ status: 'approved', answer: 'Enjoy it', answered_by_name: 'Ann Holder' });
    const days = { start_date: '2100-08-02', end_date: '2100-08-06', all_day: true, start_time: null };
    const event = {
      ...{ id, absence_type: 'holiday', assigned_to: [driver.id], assigned_names: ['Dan Driver'] },
      ...days,
    };
    expect(await absences()).toMatchObject([{ ...event, notes: 'Wedding', created_by_name: 'Ann Holder' }]);
    expect(await absences(driver)).toHaveLength(1);
    expect(await absences(other)).toEqual([]);
    expect(await messages(driver)).toEqual([
      { title: 'Your holiday is approved', detail: '2 to 6 Aug: Enjoy it', path: '/time-off?date=2100-08-02' },
    ]);
    expect(await messages(owner), 'the message about the request is deleted').toEqual([]);
  });

  test.each([
    ['morning', '08:00:00', '13:00:00'],
    ['afternoon', '13:00:00', '18:00:00'],
  ])('an approved %s is an absence from %s to %s', async (half, start_time, end_time) => {
    const id = await ask({ half, end_date: '2100-08-02' });
    await answer(owner, id, 'approved');
    expect(await absences()).toMatchObject([{ all_day: false, start_time, end_time }]);
    expect(await messages(driver)).toMatchObject([{ detail: `Mon 2 Aug, ${half}` }]);
    // The other half may be asked for.
    expect(
      await refusal({ half: half === 'morning' ? 'afternoon' : 'morning', end_date: '2100-08-02' }),
    ).toBeUndefined();
    expect(await refusal({ half, end_date: '2100-08-02' })).toBe('The diary says already that you are off, Mon 2 Aug.');
  });

  test('a declined request is not in the diary, and its days may be asked for again', async () => {
    const id = await ask({ absence_type: 'other' });
    await answer(owner, id, 'declined', 'Silage');
    expect(await stored(id)).toMatchObject({ status: 'declined', answer: 'Silage' });
    expect(await absences()).toEqual([]);
    expect(await messages(driver)).toMatchObject([
      { title: 'Your time off is declined', detail: '2 to 6 Aug: Silage' },
    ]);
    await ask({ absence_type: 'other' });
  });

  test('an employee answers neither their own request nor another’s', async () => {
    const id = await ask();
    for (const person of [driver, other]) {
      const { data, error } = await answer(person, id, 'approved');
      expect(error?.message ?? data).toEqual([]);
    }
    expect(await stored(id)).toMatchObject({ status: 'asked' });
    expect(await absences()).toEqual([]);
  });

  test('an employee can’t put an absence into the diary without asking', async () => {
    const row = { user_id: owner.id, kind: 'absence', absence_type: 'holiday', assigned_to: [driver.id] };
    const days = { start_date: '2100-08-02', end_date: '2100-08-02' };
    expect((await driver.from('diary_events').insert({ ...row, ...days })).error?.code).toBe('42501');
    const id = await ask();
    await answer(owner, id, 'approved');
    const longer = await driver.from('diary_events').update({ end_date: '2100-08-20' }).eq('id', id).select('id');
    expect(longer.error?.code).toBe('42501');
    expect((await driver.from('diary_events').delete().eq('id', id).select('id')).data).toEqual([]);
  });

  test('another account can’t answer', async () => {
    const stranger = await backend.user({ firstName: 'Sue' });
    const id = await ask();
    expect((await answer(stranger, id, 'approved')).data).toEqual([]);
  });

  test('a second answer is refused, and names the person who gave the first', async () => {
    const id = await ask();
    const both = await Promise.all([answer(owner, id, 'approved'), answer(owner, id, 'declined')]);
    expect(both.map(({ error }) => error?.message ?? '').toSorted()).toEqual([
      '',
      expect.stringMatching(/^Ann Holder has (approved|declined) this meanwhile\.$/),
    ]);
    expect(await absences()).toHaveLength((await stored(id))?.status === 'approved' ? 1 : 0);
    expect(await messages(driver)).toHaveLength(1);
  });

  test('an answer must approve or decline, its reason has a limit, and the days cannot be changed', async () => {
    const id = await ask();
    expect((await answer(owner, id, 'asked', 'Maybe')).error?.message).toBe('Approve it or decline it.');
    expect((await answer(owner, id, 'declined', 'x'.repeat(301))).error?.message).toBe(
      'The reason is too long (300 characters at most).',
    );
    expect(
      (
        await owner
          .from('absence_requests')
          .update({ end_date: '2100-09-01' } as never)
          .eq('id', id)
      ).error?.code,
    ).toBe('42501');
  });

  test('the request of a person who has left can only be declined', async () => {
    const id = await ask();
    await backend.sql('update public.profiles set admin_id = null where id = $1', [driver.id]);
    expect((await answer(owner, id, 'approved')).error?.message).toBe('Dan Driver has left the farm. Decline it.');
    expect((await answer(owner, id, 'declined')).data).toEqual([{ id }]);
  });
});

describe('taking back', () => {
  test('a person can take back an open request, and the message to the holder is deleted', async () => {
    const id = await ask();
    expect((await takeBack(other, id)).data).toEqual([]);
    expect((await takeBack(owner, id)).data).toEqual([]);
    expect((await takeBack(driver, id)).data).toEqual([{ id }]);
    expect(await messages(owner)).toEqual([]);
    expect((await answer(owner, id, 'approved')).data).toEqual([]);
    expect(await absences()).toEqual([]);
  });

  test('an answered request cannot be taken back', async () => {
    const ids = [await ask(), await ask({ start_date: '2100-08-09', end_date: '2100-08-09' })];
    for (const [at, id] of ids.entries()) await answer(owner, id, at === 0 ? 'approved' : 'declined');
    for (const id of ids) expect((await takeBack(driver, id)).data).toEqual([]);
    expect(await absences()).toHaveLength(1);
  });
});

describe('sick days', () => {
  test('are reported to the holder and entered in the diary at once, and cannot be answered', async () => {
    const id = await ask({ absence_type: 'sick', end_date: '2100-08-03', note: 'Back' });
    expect(await stored(id)).toMatchObject({ status: 'approved', answered_by_name: null });
    expect(await absences(driver)).toMatchObject([
      { id, absence_type: 'sick', notes: 'Back', created_by_name: 'Dan Driver' },
    ]);
    expect(await messages(owner)).toEqual([
      { title: 'Dan Driver is off sick', detail: '2 to 3 Aug: Back', path: '/diary?view=day&date=2100-08-02' },
    ]);
    expect((await answer(owner, id, 'declined')).error?.message).toBe('This needs no answer.');
    expect((await takeBack(driver, id)).data).toEqual([]);
  });
});

describe('days of holiday', () => {
  const terms = (person: Person, row: object) =>
    person
      .from('leave_terms')
      .upsert({ user_id: owner.id, person_id: driver.id, ...row })
      .select('person_id');

  test('the holder sets them for the farm and for a person, who reads their own', async () => {
    const farm = { leave_days: 22.5, leave_month: 4, work_days: [1, 2, 3] };
    expect((await owner.from('farm_settings').update(farm).eq('user_id', owner.id)).error).toBeNull();
    expect((await terms(owner, { leave_days: 25, work_days: null })).error).toBeNull();
    expect((await terms(owner, { leave_days: null, work_days: [6, 7] })).error).toBeNull();
    const [settings] = (await driver.from('farm_settings').select('leave_days, leave_month, work_days')).data ?? [];
    expect(settings).toEqual(farm);
    const read = { person_id: driver.id, leave_days: null, work_days: [6, 7] };
    expect((await driver.from('leave_terms').select('person_id, leave_days, work_days')).data).toEqual([read]);
    expect((await other.from('leave_terms').select('person_id')).data).toEqual([]);
  });

  test('an employee cannot set them', async () => {
    expect((await terms(driver, { leave_days: 99 })).error?.code).toBe('42501');
    expect(
      (await driver.from('farm_settings').update({ leave_days: 99 }).eq('user_id', owner.id).select()).data,
    ).toEqual([]);
  });

  test('impossible days, and people of other farms, are refused', async () => {
    for (const leave_days of [-1, 0.3, 367])
      expect((await terms(owner, { leave_days })).error, String(leave_days)).not.toBeNull();
    expect((await terms(owner, { work_days: [] })).error?.message).toBe('Choose at least one working day.');
    expect((await terms(owner, { work_days: [0] })).error).not.toBeNull();
    const stranger = await backend.user({ firstName: 'Sue' });
    expect((await terms(owner, { person_id: stranger.id })).error?.message).toBe('Choose a person of this farm.');
    for (const bad of [{ leave_month: 13 }, { leave_days: 0.2 }, { work_days: [8] }, { work_days: [] }])
      expect(
        (await owner.from('farm_settings').update(bad).eq('user_id', owner.id)).error,
        JSON.stringify(bad),
      ).not.toBeNull();
  });
});
