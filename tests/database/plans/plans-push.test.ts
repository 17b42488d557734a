// Query plans of messages.
import { beforeAll, describe, expect, test } from 'vitest';
import { deviceSettings } from '@/data/push-devices';
import { unreadMessagesQuery } from '@/data/push-messages';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    await backend.sql(
      `insert into public.push_messages (user_id, person_id, kind, message_key, path, title, created_at, read_at)
       select coalesce(p.admin_id, p.id), p.id, 'job', 'job:' || n || ':', '/diary', 'Message ' || n, now() - n * interval '1 minute',
         case when n % 10 > 0 then now() end
       from public.profiles p, generate_series(1, 300) n`,
    );
    await backend.sql('analyze');
  });

  test('reads and marks the unread messages of one person through the index and without sorting', async () => {
    for (const person of [owner, driver]) {
      const statements = await statementsOf(person, async (queries) => {
        const messages = await queries.query(unreadMessagesQuery({ ownerId: owner.id, userId: person.id }));
        expect(messages).toHaveLength(30);
        await person.rpc('read_push_messages', { p_ids: messages.slice(0, 5).map(({ id }) => id) });
      });
      expectOwnRowsOnly(statements);
      const [list] = statementsReading(statements, 'push_messages');
      expect(list?.sorts).toBe(0);
      expect(list?.scans.map(({ index }) => index)).toContain('push_messages_unread_idx');
    }
  });

  test('registers, reads and removes a device without reading other accounts', async () => {
    const reader = { ownerId: owner.id, userId: driver.id };
    const endpoint = 'https://fcm.googleapis.com/fcm/send/plans';
    const statements = await statementsOf(driver, async () => {
      const device = { p_endpoint: endpoint, p_p256dh: 'A'.repeat(87), p_auth: 'A'.repeat(22) };
      expect((await driver.rpc('keep_push_subscription', device)).error).toBeNull();
      const settings = await deviceSettings(reader, endpoint, new AbortController().signal);
      expect(settings).toMatchObject({ quietFrom: null, showDetails: false });
      expect((await driver.rpc('send_test_push', { p_endpoint: endpoint })).error).toBeNull();
      const removal = driver.from('push_subscriptions').delete().eq('user_id', owner.id).eq('endpoint', endpoint);
      expect((await removal).error).toBeNull();
    });
    // An address is unique among all accounts: looked up as such, it is one row.
    const reads = statements.flatMap(({ unboundedReads }) => unboundedReads);
    expect(reads.filter(({ condition }) => !/endpoint = /.test(condition ?? ''))).toEqual([]);
  });

  test('queues messages without reading other accounts', async () => {
    const id = crypto.randomUUID();
    const statements = [
      ...(await statementsOf(owner, async () => {
        const notice = { user_id: owner.id, title: 'New', priority: 'urgent' };
        expect((await owner.from('notices').insert(notice)).error).toBeNull();
        const machine = { id, user_id: owner.id, name: 'Claas', machine_type: 'tractor' };
        expect((await owner.from('machines').insert(machine)).error).toBeNull();
        const job = { user_id: owner.id, kind: 'job', title: 'Baling', assigned_to: [driver.id] };
        const days = { start_date: '2100-01-01', end_date: '2100-01-01' };
        expect((await owner.from('diary_events').insert({ ...job, ...days })).error).toBeNull();
      })),
      ...(await statementsOf(driver, async () => {
        const defect = { user_id: owner.id, machine_id: id, description: 'Brakes', severity: 'safety' };
        expect((await driver.from('machine_defects').insert(defect as never)).error).toBeNull();
      })),
    ];
    expect(statementsReading(statements, 'push_messages').length).toBeGreaterThan(0);
    expectOwnRowsOnly(statements);
  });
});
