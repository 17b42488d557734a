// Messages: who receives which message, that it is sent once, and that the person who caused it never receives it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { setUpInvoicing } from '@tests/support/account-data/invoicing';

let backend: TestBackend;
let owner: Person;
let driver: Person;
let other: Person;
let today: string;
beforeAll(async () => {
  backend = await testBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await backend.user({ firstName: 'Ann', lastName: 'Holder' });
  driver = await backend.employeeOf(owner, { firstName: 'Dan', lastName: 'Driver' });
  other = await backend.employeeOf(owner, { firstName: 'Kay' });
  const [row] = await backend.sql<{ day: string }>('select private.today($1)::text as day', [owner.id]);
  today = row?.day ?? '';
});

const day = (offset: number) =>
  new Date(Date.parse(`${today}T12:00:00Z`) + offset * 86_400_000).toISOString().slice(0, 10);

/** The unread messages of a person, the oldest first. */
async function messagesOf(person: Person) {
  const { data, error } = await person
    .from('push_messages')
    .select('kind, title, detail, path')
    .is('read_at', null)
    .order('created_at')
    .order('title');
  if (error) throw error;
  return data;
}
const titlesOf = async (person: Person) => (await messagesOf(person)).map(({ title }) => title);
const done = async (query: PromiseLike<{ error: { message: string } | null }>) => {
  const { error } = await query;
  if (error) throw new Error(error.message);
};

describe('notices', () => {
  const post = async (more: object = {}) => {
    const row = {
      ...{ id: crypto.randomUUID(), user_id: owner.id, title: 'Bridge closed', body: 'Use the top road.' },
      ...{ priority: 'urgent', ...more },
    };
    await done(owner.from('notices').insert(row));
    return row.id;
  };

  test('an urgent notice sends a message to its recipients, not to the person who posted it, and other notices send none', async () => {
    await post({ title: 'Normal', priority: 'important' });
    await post();
    await post({ title: 'Dan only', audience: 'selected', recipients: [driver.id] });
    expect(await titlesOf(owner)).toEqual([]);
    expect(await titlesOf(other)).toEqual(['Urgent: Bridge closed']);
    expect(await messagesOf(driver)).toEqual([
      { kind: 'notice', title: 'Urgent: Bridge closed', detail: 'Use the top road.', path: '/noticeboard' },
      { kind: 'notice', title: 'Urgent: Dan only', detail: 'Use the top road.', path: '/noticeboard' },
    ]);
  });

  test('an edited notice sends another message only for a new edition, and that replaces the unread one', async () => {
    const id = await post();
    await done(owner.from('notices').update({ pinned: true }).eq('id', id));
    await done(owner.from('notices').update({ title: 'Bridge open' }).eq('id', id));
    expect(await titlesOf(driver)).toEqual(['Urgent: Bridge closed']);
    await done(owner.from('notices').update({ requires_ack: true }).eq('id', id));
    await done(owner.from('notices').update({ title: 'Bridge closed again' }).eq('id', id));
    expect(await titlesOf(driver)).toEqual(['Urgent: Bridge closed again']);
  });

  test('a notice for a later day sends its message on that day, once', async () => {
    const start = day(3);
    await post({ starts_on: start });
    const check = (at: string) => backend.sql('select private.tell_due($1)', [at]);
    await check(`${day(2)}T12:00:00Z`);
    expect(await titlesOf(driver)).toEqual([]);
    await check(`${start}T12:00:00Z`);
    await check(`${start}T12:01:00Z`);
    expect(await titlesOf(driver)).toEqual(['Urgent: Bridge closed']);
    expect(await titlesOf(owner)).toEqual([]);
  });
});

describe('machines', () => {
  const addMachine = async () => {
    const id = crypto.randomUUID();
    await done(owner.from('machines').insert({ id, user_id: owner.id, name: 'Fendt 724', machine_type: 'tractor' }));
    return id;
  };
  const report = (machine: string, severity: string, person = driver) =>
    done(
      person
        .from('machine_defects')
        .insert({ user_id: owner.id, machine_id: machine, description: 'Brakes weak', severity } as never),
    );

  test('a safety defect stops the machine: everyone else receives one message, the account holder not two', async () => {
    const machine = await addMachine();
    await report(machine, 'safety');
    const message = {
      kind: 'machine',
      title: 'Do not use Fendt 724',
      detail: 'Brakes weak. Dan Driver',
      path: `/machinery/${machine}/defects`,
    };
    expect(await messagesOf(owner)).toEqual([message]);
    expect(await messagesOf(other)).toEqual([message]);
    expect(await messagesOf(driver)).toEqual([]);
  });

  test('only the account holder receives a message about a minor defect', async () => {
    const machine = await addMachine();
    await report(machine, 'minor');
    expect(await titlesOf(owner)).toEqual(['Fendt 724: defect reported']);
    await report(machine, 'minor', owner);
    expect(await titlesOf(owner)).toHaveLength(1);
    expect(await titlesOf(other)).toEqual([]);
  });

  test('the crew receives a message about a machine that the account holder stops', async () => {
    const machine = await addMachine();
    await done(owner.from('machines').update({ status: 'do_not_use' }).eq('id', machine));
    await done(owner.from('machines').update({ status: 'do_not_use', notes: 'x' }).eq('id', machine));
    expect(await messagesOf(driver)).toMatchObject([
      { title: 'Do not use Fendt 724', detail: 'Ask before you take it out.' },
    ]);
    expect(await titlesOf(owner)).toEqual([]);
  });
});

describe('planned jobs', () => {
  const plan = async (more: object = {}) => {
    const id = crypto.randomUUID();
    const row = {
      ...{ id, user_id: owner.id, kind: 'job', task_name: 'Baling', customer: 'Hill Farm' },
      ...{ start_date: day(1), end_date: day(1), assigned_to: [driver.id], ...more },
    };
    await done(owner.from('diary_events').insert(row));
    return id;
  };
  const change = (id: string, fields: object, person = owner) =>
    done(person.from('diary_events').update(fields).eq('id', id));

  test('the assigned person receives a message when a job is planned, moved, and no longer theirs', async () => {
    const id = await plan();
    expect(await messagesOf(driver)).toMatchObject([
      { kind: 'job', title: 'Planned for you: Baling – Hill Farm', path: `/diary?view=day&date=${day(1)}` },
    ]);
    await change(id, { start_date: day(2), end_date: day(2) });
    await change(id, { all_day: false, start_time: '08:30' });
    const moved = await messagesOf(driver);
    expect(moved).toHaveLength(1);
    expect(moved[0]?.title).toBe('Moved: Baling – Hill Farm');
    expect(moved[0]?.detail).toMatch(/^Now .*, 08:30, before /);
    await change(id, { notes: 'Bring the net' });
    expect(await messagesOf(driver)).toEqual(moved);
    await change(id, { assigned_to: [other.id] });
    expect(await titlesOf(driver)).toEqual(['Not for you any more: Baling – Hill Farm']);
    expect(await titlesOf(other)).toEqual(['Planned for you: Baling – Hill Farm']);
    await change(id, { status: 'cancelled', cancel_reason: 'weather' });
    expect(await titlesOf(other)).toEqual(['Not for you any more: Baling – Hill Farm']);
    expect(await titlesOf(owner)).toEqual([]);
  });

  test('a deleted job sends a message; a past job, a done job and another kind of event send none', async () => {
    const id = await plan();
    await done(owner.from('diary_events').delete().eq('id', id));
    expect(await titlesOf(driver)).toEqual(['Not for you any more: Baling – Hill Farm']);
    await plan({ start_date: day(-2), end_date: day(-2), assigned_to: [other.id] });
    await plan({ kind: 'absence', absence_type: 'holiday', assigned_to: [other.id] });
    expect(await titlesOf(other)).toEqual([]);
    const finished = await plan({ assigned_to: [other.id] });
    await change(finished, { status: 'done' }, other);
    expect(await titlesOf(other)).toEqual(['Planned for you: Baling – Hill Farm']);
  });

  test('repeated jobs send one message when they are planned, changed or deleted together', async () => {
    const repeat_id = crypto.randomUUID();
    const rows = [1, 8, 15].map((days) => ({
      ...{ user_id: owner.id, kind: 'job', title: 'Milk relief', start_date: day(days), end_date: day(days) },
      ...{ assigned_to: [driver.id], repeat_id, repeat_date: day(days), repeat_every: 'week' },
    }));
    await done(owner.from('diary_events').insert(rows));
    const planned = await messagesOf(driver);
    expect(planned).toMatchObject([{ title: 'Planned for you: Milk relief', path: `/diary?view=day&date=${day(1)}` }]);
    expect(planned[0]?.detail).toMatch(/^\w{3} \d+ \w{3}, and those after it$/);

    const [first] = (await owner.from('diary_events').select('id, updated_at').order('start_date')).data ?? [];
    const same = {
      p_id: first?.id ?? '',
      p_seen: first?.updated_at ?? '',
      p_assigned_to: [driver.id],
      p_title: 'Milk relief',
    };
    await done(owner.rpc('change_repeated_events', { ...same, p_start_date: day(2), p_end_date: day(2) }));
    expect((await titlesOf(driver)).filter((title) => title === 'Moved: Milk relief')).toHaveLength(1);

    // A change to one of the repeated jobs sends a message like that of any job.
    await change(first?.id ?? '', { status: 'cancelled' });
    expect(await titlesOf(driver)).toContain('Not for you any more: Milk relief');
    await done(owner.from('diary_events').delete().eq('repeat_id', repeat_id));
    const told = await messagesOf(driver);
    expect(told.filter(({ title }) => title === 'Not for you any more: Milk relief')).toHaveLength(2);
    expect(told.filter(({ detail }) => detail.endsWith(', and those after it'))).toHaveLength(1);
  });

  test('the account holder receives a message about a job that somebody can’t do', async () => {
    const id = await plan();
    await change(id, { declined_reason: 'away', declined_note: 'Dentist' }, driver);
    const told = await messagesOf(owner);
    expect(told).toMatchObject([{ kind: 'declined', title: 'Dan Driver can’t do a job' }]);
    expect(told[0]?.detail).toMatch(/^Baling – Hill Farm, .*: Dentist$/);
    expect(await titlesOf(driver)).toEqual(['Planned for you: Baling – Hill Farm']);
  });
});

describe('hours', () => {
  const shift = async (person: Person, date: string) =>
    done(
      person.from('time_entries').insert({
        ...{ user_id: owner.id, clock_in_at: `${date}T08:00:00Z`, clock_out_at: `${date}T16:00:00Z` },
      }),
    );
  const step = (person: Person, p_step: string, p_words?: string) =>
    done(
      person.rpc('step_week', {
        ...{ p_employee: driver.id, p_monday: '2026-11-02', p_step },
        ...(p_words === undefined ? {} : { p_words }),
      }),
    );

  test('a week is one message for the account holder when handed in, and one for its person when sent back', async () => {
    await shift(driver, '2026-11-02');
    await shift(driver, '2026-11-03');
    await step(driver, 'submit');
    expect(await messagesOf(owner)).toEqual([
      {
        kind: 'week',
        title: 'Dan Driver handed in a week',
        detail: 'The week from 2 Nov. Look at it and approve it.',
        path: '/time-diary?week=2026-11-02',
      },
    ]);
    // The newer message replaces the unread one.
    await step(driver, 'take_back');
    expect(await titlesOf(owner)).toEqual(['Dan Driver took back a week']);
    await step(driver, 'submit');
    expect(await titlesOf(owner)).toEqual(['Dan Driver handed in a week']);
    await step(owner, 'query', 'Where were you on Tuesday?');
    expect(await messagesOf(driver)).toMatchObject([
      { title: 'Your week from 2 Nov was sent back', detail: 'Where were you on Tuesday?' },
    ]);
    await step(driver, 'submit');
    await step(owner, 'approve');
    expect(await titlesOf(driver)).toHaveLength(1);
  });

  test('a shift that has been running for twelve hours sends one message to its person', async () => {
    await done(driver.from('time_entries').insert({ user_id: owner.id, clock_in_at: new Date().toISOString() }));
    const later = (hours: number) =>
      backend.sql(`select private.tell_due(now() + make_interval(mins => $1))`, [hours * 60]);
    await later(11.9);
    expect(await titlesOf(driver)).toEqual([]);
    await later(12.1);
    await later(13);
    expect(await titlesOf(driver)).toEqual(['You are still clocked in']);
    expect(await titlesOf(owner)).toEqual([]);
    // Messages are deleted after a month.
    await later(24 * 31);
    expect(await titlesOf(driver)).toEqual([]);
  });
});

test('the account holder receives a message about a bounced mail, but not about one that was refused while they waited', async () => {
  const account = await setUpInvoicing(backend, owner);
  const { data } = await account.issue(await account.addWorks([10]));
  const mail = async (state: string) => {
    const [row] = await backend.sql<{ id: string }>(
      `insert into public.invoice_mails (user_id, invoice_id, to_address, created_by_name, provider_id)
       values ($1, $2, 'hill@farm.test', 'Ann', $3) returning id`,
      [owner.id, data?.id, state === 'failed' ? null : crypto.randomUUID()],
    );
    await backend.sql(`update public.invoice_mails set state = $2, problem = 'No such mailbox.' where id = $1`, [
      row?.id,
      state,
    ]);
  };
  await mail('delivered');
  await mail('failed');
  expect(await titlesOf(owner)).toEqual([]);
  await mail('bounced');
  expect(await messagesOf(owner)).toMatchObject([
    {
      title: `The e-mail with ${data?.invoice_number ?? ''} did not arrive`,
      detail: 'hill@farm.test: No such mailbox.',
    },
  ]);
});

test('a person reads and marks only their own messages', async () => {
  await done(owner.from('notices').insert({ user_id: owner.id, title: 'Bridge closed', priority: 'urgent' }));
  const { data } = await driver.from('push_messages').select('id');
  const ids = data?.map(({ id }) => id) ?? [];
  expect(ids).toHaveLength(1);
  expect((await other.rpc('read_push_messages', { p_ids: ids })).data).toBe(0);
  expect((await owner.from('push_messages').select('id')).data).toEqual([]);
  expect((await driver.rpc('read_push_messages', { p_ids: ids })).data).toBe(1);
  expect(await titlesOf(driver)).toEqual([]);
  expect(await titlesOf(other)).toEqual(['Urgent: Bridge closed']);
});

test('a person outside the account or a suspended one receives no message', async () => {
  const stranger = await backend.user();
  await backend.sql(`update public.profiles set person_status = 'suspended' where id = $1`, [other.id]);
  await done(owner.from('notices').insert({ user_id: owner.id, title: 'Bridge closed', priority: 'urgent' }));
  const told = await backend.sql('select person_id from public.push_messages where user_id = $1', [owner.id]);
  expect(told).toEqual([{ person_id: driver.id }]);
  expect(await titlesOf(stranger)).toEqual([]);
});
