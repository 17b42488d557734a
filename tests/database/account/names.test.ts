// Names: what people on a farm are called, that no two have the same name, and how changes are logged.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { rest } from '@tests/support/database/rest';
import { callFunction, invite, refusal } from '@tests/support/account-data/invitations';

let backend: TestBackend;
let ann: Person;
let dee: Person;
let sam: Person;

beforeAll(async () => {
  backend = await testBackend();
});
beforeEach(async () => {
  ann = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
  dee = await backend.employeeOf(ann, { firstName: 'Dee', lastName: 'Driver' });
  sam = await backend.employeeOf(ann, { firstName: 'Sam', lastName: 'Ó Súilleabháin' });
});
afterAll(() => backend.close());

const rename = (person: Person, first_name: string | null, last_name: string | null = null) =>
  rest(backend, person)('PATCH', `/rest/v1/profiles?id=eq.${person.id}`, { first_name, last_name });
const farmPeople = async (reader: Person) =>
  ((await rest(backend, reader)('GET', '/rest/v1/farm_people?select=person_id,name&order=name')).body as
    | { person_id: string; name: string }[]
    | undefined) ?? [];
const logOf = async (person: Person) =>
  (
    await rest(backend, ann)(
      'GET',
      `/rest/v1/audit_log?row_id=eq.${person.id}&select=changed,actor,actor_name&order=id`,
    )
  ).body;

describe('a name that another person on the farm has', () => {
  test.each([
    ['unchanged', 'Ann', 'Hill'],
    ['in one field', 'Ann Hill', null],
    ['in other capitals', 'ANN', 'hill'],
    ['with an accent', 'Ánn', 'Hìll'],
    ['with a combining accent', 'A\u0301nn', 'Hill'],
    ['with spaces around and inside', '  A nn', 'Hill  '],
    ['with a non-breaking space', 'Ann\u00a0', '\u2003Hill'],
    ['with a zero-width space', 'An\u200bn', '\ufeffHill'],
    ['with a soft hyphen', 'Ann\u00ad', 'Hill'],
    ['with blank characters', 'Ann\u3164', 'Hill\u2800'],
    ['with punctuation', 'Ann.', '-Hill'],
    ['in full-width letters', 'Ａｎｎ', 'Ｈｉｌｌ'],
    ['with a Cyrillic letter', '\u0410nn', 'Hill'],
    ['written from right to left', '\u202eAnn', 'Hill\u202c'],
  ])('is refused to an employee %s', async (_, first, last) => {
    expect(await rename(dee, first, last)).toMatchObject(
      refusal(400, 'Somebody else on the farm has this name. Add a middle name or an initial to yours.'),
    );
    expect(await rename(dee, 'Dee', 'Driver')).toMatchObject({ status: 204 });
  });

  test('is refused to an employee if another one has it, and to the account holder if an employee has it', async () => {
    expect(await rename(dee, 'Sam', 'O’Suilleabhain')).toMatchObject({ status: 400 });
    expect(await rename(ann, 'Dee', 'Driver')).toMatchObject({ status: 400 });
    expect(await rename(ann, 'Ann', 'Hill-Driver')).toMatchObject({ status: 204 });
  });

  test('is free once that person has left, and taken again when they return', async () => {
    await callFunction(backend, ann, 'remove_employee', { p_employee: dee.id });
    expect(await rename(sam, 'Dee', 'Driver')).toMatchObject({ status: 204 });
    const { token } = await invite(backend, ann, dee.email);
    const sentence =
      'Somebody on this farm is called Dee Driver already. Add a middle name or an initial on your account page, then open the invitation again.';
    expect(await callFunction(backend, dee, 'read_invitation', { p_token: token })).toMatchObject(
      refusal(409, sentence),
    );
    expect(await callFunction(backend, dee, 'redeem_invite', { p_token: token })).toMatchObject(refusal(409, sentence));
    expect(await rename(dee, 'Dee', 'M. Driver')).toMatchObject({ status: 204 });
    expect(await callFunction(backend, dee, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
  });

  test('is refused in an invitation, and to a person who joins under it', async () => {
    const answer = await callFunction(backend, ann, 'invite_employee', {
      p_email: 'pat@example.test',
      p_first_name: 'ann',
      p_last_name: 'hill',
    });
    expect(answer).toMatchObject(
      refusal(400, 'Somebody on your farm is called ann hill already. Add a middle name or an initial.'),
    );
    const email = `ann.${dee.email}`;
    const { token } = await invite(backend, ann, email);
    const other = await backend.user({ email, firstName: 'Ann', lastName: 'Hill' });
    expect(await callFunction(backend, other, 'redeem_invite', { p_token: token })).toMatchObject({ status: 409 });
    expect((await backend.sql('select role from public.profiles where id = $1', [other.id]))[0]).toEqual({
      role: 'admin',
    });
  });

  test('is never derived from an email address: a person who clears their name keeps the last one', async () => {
    const email = `ann.hill@${dee.email.split('@')[0]}.test`;
    const { token } = await invite(backend, ann, email);
    const other = await backend.user({ email, firstName: 'Kim', lastName: 'Byrne' });
    expect(await callFunction(backend, other, 'redeem_invite', { p_token: token })).toMatchObject({ status: 200 });
    expect(await rename(other, null)).toMatchObject({ status: 204 });
    await rest(backend, other)('POST', '/rest/v1/notes', {
      user_id: ann.id,
      title: 'General',
      body: 'x',
      note_date: '2026-11-02',
    });
    expect(await backend.sql('select created_by_name from public.notes where created_by = $1', [other.id])).toEqual([
      { created_by_name: 'Kim Byrne' },
    ]);
  });

  test('may be used on another farm', async () => {
    const other = await backend.user({ firstName: 'Ann', lastName: 'Hill' });
    expect(await rename(other, 'Dee', 'Driver')).toMatchObject({ status: 204 });
  });
});

describe('a change of name', () => {
  test('is logged with both names, and its author’s name at that time', async () => {
    await rename(dee, 'Xaver');
    await rest(backend, dee)('POST', '/rest/v1/notes', {
      user_id: ann.id,
      title: 'General',
      body: 'Gate',
      note_date: '2026-11-02',
    });
    await rename(dee, 'Dee', 'Driver');
    expect(await logOf(dee)).toEqual([
      { changed: { name: { old: 'Dee Driver', new: 'Xaver' } }, actor: dee.id, actor_name: 'Xaver' },
      { changed: { name: { old: 'Xaver', new: 'Dee Driver' } }, actor: dee.id, actor_name: 'Dee Driver' },
    ]);
    await rename(dee, 'Dee', 'Driver');
    await rename(dee, ' Dee ', 'Driver');
    expect(await logOf(dee)).toHaveLength(2);
  });

  test('is shown at once to everyone on the farm, by id; the name a person left with stays', async () => {
    await rename(dee, 'Xaver');
    const expected = [
      { person_id: ann.id, name: 'Ann Hill' },
      { person_id: sam.id, name: 'Sam Ó Súilleabháin' },
      { person_id: dee.id, name: 'Xaver' },
    ];
    for (const reader of [ann, dee, sam]) expect(await farmPeople(reader)).toEqual(expected);
    await callFunction(backend, ann, 'remove_employee', { p_employee: dee.id });
    await rename(dee, 'Somebody', 'New');
    expect(await farmPeople(ann)).toEqual(expected);
    expect(await farmPeople(dee)).toEqual([]);
  });

  test('invisible characters are removed from names', async () => {
    await rename(dee, 'D\u200bee\u202e', 'Dri\u0007ver\t');
    expect(await backend.sql('select first_name, last_name from public.profiles where id = $1', [dee.id])).toEqual([
      { first_name: 'Dee', last_name: 'Driver' },
    ]);
  });
});

test('works are grouped under a person’s current name', async () => {
  await rename(dee, 'Xaver');
  await rest(backend, dee)('POST', '/rest/v1/works', {
    user_id: ann.id,
    customer: 'Hill Farm',
    task_name: 'Baling',
    chargeable_unit: 'bale',
    quantity: 3,
    work_date: '2026-11-02',
  });
  await rename(dee, 'Dee', 'Driver');
  const { body } = await callFunction(backend, ann, 'works_groups', { p_group: 'person' });
  expect(body).toMatchObject([{ key: dee.id, label: 'Dee Driver' }]);
});
