// Query plans of a phone's cached copies and of its outbox: all limited to the account.
import 'fake-indexeddb/auto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readLists } from '@/offline/snapshot/snapshot-lists';
import { syncWorks } from '@/offline/snapshot/snapshot-works';
import { workClockQuery } from '@/data/works/work-clock';
import type { Account } from '@/domain/account/account';
import type { SnapshotReader } from '@/domain/works/snapshot';
import type { Entry, NewEntry } from '@/offline/outbox/entry';
import { findRolledBack } from '@/offline/outbox/restore/rolled-back';
import { CUSTOMER } from '@/records/customers';
import { PHOTO } from '@/records/photos';
import { NOTE } from '@/records/notes';
import { WORK } from '@/records/works';
import type { Request } from '@/offline/outbox/send/request';
import { send } from '@/offline/outbox/send/send';
import type { Json } from '@/lib/database.types';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

const TODAY = '2026-11-20';
const signal = new AbortController().signal;

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, driver, ids } = account()));

  /** Makes requests like the outbox, with this person's token. */
  const senderFor = async (person: Person) => {
    const { data } = await person.auth.getSession();
    const token = data.session?.access_token ?? '';
    const request: Request = async ({ method, path, body, prefer }) => {
      const response = await backend.fetch(`http://localhost:3000/rest/v1/${path}`, {
        method,
        headers: {
          apikey: backend.keys.publishable,
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(prefer ? { prefer } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: JSON.parse(text || 'null') as Json, retryAfterMs: null };
    };
    return { request, token };
  };

  const entry = (person: Person, { kind }: { kind: string }, fields: NewEntry['fields'], more: Partial<Entry> = {}) =>
    ({
      userId: person.id,
      accountId: owner.id,
      kind,
      id: crypto.randomUUID(),
      action: 'insert',
      version: 1,
      fields,
      seen: null,
      parents: [],
      title: 'Entry',
      seq: 1,
      recordedAt: '2026-11-20T10:00:00Z',
      state: 'sending',
      leaseUntil: null,
      tried: 1,
      problem: null,
      acknowledgedAt: null,
      ...more,
    }) satisfies Entry;

  test('reads only the account’s own rows to fetch the cached job log, to update it, and to compare it if the counts differ', async () => {
    for (const person of [owner, driver]) {
      const reader: SnapshotReader = {
        ownerId: owner.id,
        userId: person.id,
        seesRates: true,
        seesAllWorks: person === owner,
      };
      const statements = await statementsOf(person, async () => {
        const copy = await syncWorks(reader, TODAY, null, Date.now(), signal);
        expect(copy.works.length).toBeGreaterThan(50);
        const next = await syncWorks(reader, TODAY, copy, Date.now(), signal);
        expect(next.works).toHaveLength(copy.works.length);
        const [first] = copy.works;
        if (!first) throw new Error('nothing was copied');
        // The copy has one more entry than the server, as after a deletion on another device.
        const more = { ...copy, works: [{ ...first, id: crypto.randomUUID() }, ...copy.works] };
        expect((await syncWorks(reader, TODAY, more, Date.now(), signal)).works).toHaveLength(copy.works.length);
      });
      expectOwnRowsOnly(statements);
      expect(statementsReading(statements, 'works').length).toBeGreaterThan(5);
    }
  });

  test('reads only the account’s own rows for the cached job log of an employee who may not see prices', async () => {
    const setRatesVisible = (visible: boolean) =>
      backend.sql('update public.farm_settings set employees_see_rates = $2 where user_id = $1', [owner.id, visible]);
    await setRatesVisible(false);
    const reader: SnapshotReader = { ownerId: owner.id, userId: driver.id, seesRates: false, seesAllWorks: false };
    const statements = await statementsOf(driver, async () => {
      const copy = await syncWorks(reader, TODAY, null, Date.now(), signal);
      expect(copy.works.length).toBeGreaterThan(50);
      await syncWorks(reader, TODAY, copy, Date.now(), signal);
    });
    await setRatesVisible(true);
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'works').length).toBeGreaterThan(2);
  });

  test('reads only the account’s own rows for the lists that a phone caches before going offline', async () => {
    const settings: Account['settings'] = {
      farmName: null,
      region: 'england',
      zone: 'Europe/London',
      currency: 'GBP',
      incrementMinutes: 1,
      seesRates: true,
      seesAllWorks: true,
    };
    for (const person of [owner, driver]) {
      const role = person === owner ? 'admin' : 'employee';
      const statements = await statementsOf(person, (queries) =>
        readLists(queries, { ownerId: owner.id, userId: person.id, role, settings }, '2026-11-20'),
      );
      expectOwnRowsOnly(statements);
      for (const table of ['customers', 'tasks', 'works'])
        expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
    }
  });

  test('reads only the account’s own rows for the device time of an entry', async () => {
    const statements = await statementsOf(owner, (queries) => queries.query(workClockQuery(owner.id, ids.work)));
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'works').length).toBeGreaterThan(0);
  });

  test('reads only the account’s own rows when the outbox sends, retries, changes, deletes, and checks after a server restore', async () => {
    for (const person of [owner, driver]) {
      const customer = entry(person, CUSTOMER, { name: `Sent by ${person.email}` });
      const job = { task_name: 'Task 1', chargeable_unit: 'bale', quantity: 2, work_date: '2026-11-02' };
      const work = entry(person, WORK, { ...job, customer: `Sent by ${person.email}` });
      const note = entry(person, NOTE, { title: 'General', body: 'A note', note_date: '2026-11-02', shared: true });
      const photo = entry(person, PHOTO, {
        parent_table: 'works',
        parent_id: work.id,
        storage_path: '',
        mime: 'image/jpeg',
        bytes: 1,
        taken_at: null,
      });
      const path = `${owner.id}/works/${work.id}/${photo.id}.jpg`;
      const all = [customer, work, note, { ...photo, fields: { ...photo.fields, storage_path: path } }];
      const sender = await senderFor(person);
      const statements = await statementsOf(person, async () => {
        // Each is sent twice: the second time it is read back.
        for (const one of [...all, ...all]) expect(await send([one], sender), one.kind).toEqual([{ kind: 'sent' }]);
        const edit = { ...work, action: 'update', fields: { notes: 'More' }, seen: { notes: null } } as const;
        const [retry] = await send([edit], sender);
        if (retry?.kind !== 'rowChanged') throw new Error('the row was not looked at');
        expect(await send([{ ...edit, seen: retry.seen }], sender)).toEqual([{ kind: 'sent' }]);
        expect(await findRolledBack(person.id, all, sender)).toEqual(new Set());
        // Employees can't delete notes.
        if (person !== owner) return;
        const deletion = { action: 'delete', fields: {}, seen: null } as const;
        expect(await send([{ ...note, ...deletion }], sender)).toEqual([{ kind: 'sent' }]);
        expect(await send([{ ...work, ...deletion }], sender)).toEqual([{ kind: 'sent' }]);
      });
      expectOwnRowsOnly(statements);
      for (const table of ['works', 'customers', 'notes', 'attachments'])
        expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
    }
  });
});
