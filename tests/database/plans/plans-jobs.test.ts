// Query plans of whole jobs: one job, the people, machines and gangs to choose from, and margins.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  gangsQuery,
  jobsOfDayQuery,
  lastGangQuery,
  machineChoicesQuery,
  peopleChoicesQuery,
} from '@/data/works/job-choices';
import { undoDeletion } from '@/data/undo-deletion';
import { deletedWorksQuery } from '@/data/works/deleted-works';
import { loggedOnDayQuery } from '@/data/works/day-sheet';
import { marginsQuery } from '@/data/works/job-margins';
import { editedJobQuery } from '@/data/works/job-parts';
import { jobQuery } from '@/data/works/jobs';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { expectOwnRowsOnly, statementsReading } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let job: { id: string; day: string };
  beforeAll(async () => {
    ({ backend, owner, driver } = account());
    // Without triggers: each would look its job up.
    await backend.transaction(async (sql) => {
      await sql.query(`set local session_replication_role = replica`);
      await sql.query(
        `insert into public.job_people (user_id, job_id, name, minutes) select user_id, job_id, 'Carl', 60 from public.works`,
      );
      await sql.query(
        `insert into public.gangs (user_id, name) select id, 'Silage gang' from public.profiles where role = 'admin'`,
      );
    });
    await backend.sql('analyze');
    const rows = await backend.sql<{ id: string; day: string }>(
      'select job_id as id, work_date::text as day from public.works where user_id = $1 limit 1',
      [owner.id],
    );
    job = rows[0] ?? { id: '', day: '' };
  });

  test('reads a job and its choices through indexes, without other accounts', async () => {
    for (const person of [owner, driver]) {
      const reader = { ownerId: owner.id, userId: person.id, seesRates: true };
      const statements = await statementsOf(person, async (queries) => {
        expect((await queries.query(jobQuery(reader, job.id))).people).toHaveLength(1);
        expect((await queries.query(editedJobQuery(reader, job.id))).people).toHaveLength(1);
        expect(await queries.query(gangsQuery(reader))).toHaveLength(1);
        await queries.query(peopleChoicesQuery(reader));
        await queries.query(machineChoicesQuery(reader));
        await queries.query(lastGangQuery(reader, job.day));
        await queries.query(jobsOfDayQuery(reader, job.day));
        if (person === owner) {
          await queries.query(marginsQuery(owner.id, job.day, job.day));
          expect(await queries.query(loggedOnDayQuery(owner.id, job.day))).not.toEqual([]);
        }
      });
      expectOwnRowsOnly(statements);
    }
  });

  test('lists deleted entries through the index of the log, and restores and erases one without reading other accounts', async () => {
    const works = await backend.sql<{ id: string }>(
      'select id from public.works where user_id = $1 and invoice_number is null limit 3',
      [owner.id],
    );
    const [restored = '', erased = '', undone = ''] = works.map(({ id }) => id);
    // The log has as many deletions of each account as the account has entries.
    await backend.sql(
      `insert into public.audit_log (user_id, table_name, row_id, action, changed, at)
       select user_id, 'works', gen_random_uuid(), 'delete', to_jsonb(w) - array['search', 'progress'],
         now() - row_number() over () * interval '1 second' from public.works w`,
    );
    await owner.from('works').delete().in('id', [restored, erased, undone]);
    await backend.sql('analyze public.audit_log');
    const statements = await statementsOf(owner, async (queries) => {
      const { pages } = await queries.infiniteQuery({ ...deletedWorksQuery(owner.id), pages: 2 });
      expect(pages.map((page) => page.length)).toEqual([50, 50]);
      expect((await owner.rpc('restore_deleted_work', { p_id: restored })).error).toBeNull();
      expect((await owner.rpc('erase_deleted_work', { p_id: erased })).error).toBeNull();
      await undoDeletion('works', undone);
    });
    expectOwnRowsOnly(statements);
    const lists = statementsReading(statements, 'audit_log').filter(({ text }) => text.includes('jsonb_agg'));
    expect(lists.length).toBeGreaterThan(0);
    for (const { scans } of lists) expect(scans.map(({ index }) => index)).toContain('audit_log_deleted_idx');
  });
});
