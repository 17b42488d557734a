// Query plans of checklists: templates, the latest check of each machine, completed checklists, and completing one.
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readAllCompletions,
  NO_COMPLETION_FILTER,
  completionQuery,
  completionsQuery,
  supersededQuery,
} from '@/data/checklists/checklist-completions';
import { todayIn } from '@/domain/core/time';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { checklistsQuery } from '@/data/checklists/checklists';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { CHECKLIST, CHECKLIST_ITEMS } from '@tests/support/database/persona-ids';
import { statementsReading, expectOwnRowsOnly } from '@tests/support/database/plans';
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
      `insert into public.checklist_templates (id, user_id, name, items, created_by)
       select $1, p.id, 'Tractor', $2::jsonb, p.id from public.profiles p where p.role = 'admin'`,
      [CHECKLIST, JSON.stringify(CHECKLIST_ITEMS)],
    );
    await backend.sql(
      `insert into public.checklist_completions (user_id, template_id, version, machine, answers, started_at, completed_at, created_by)
       select p.id, $1, 1, 'Machine ' || n % 10, '[{"value": "ok", "comment": "", "photos": []}]',
         now() - n * interval '1 minute', now() - n * interval '1 minute', case when n % 2 = 0 then $2::uuid else p.id end
       from public.profiles p, generate_series(1, 250) n where p.role = 'admin'`,
      [CHECKLIST, driver.id],
    );
    await backend.sql('analyze public.checklist_templates');
    await backend.sql('analyze public.checklist_completions');
  });

  const completion = (id: string) => ({
    ...{ id, user_id: owner.id, template_id: CHECKLIST, version: 1, items: CHECKLIST_ITEMS },
    answers: [{ value: 'ok', comment: '', photos: [] }],
    started_at: new Date().toISOString(),
    completed_at: new Date().toISOString(),
  });

  test('completes a checklist, and reads it and the pages of completed ones through the index, without sorting', async () => {
    for (const person of [owner, driver]) {
      const id = crypto.randomUUID();
      const reader = { ownerId: owner.id, userId: person.id };
      const pages: number[] = [];
      const statements = await statementsOf(person, async (queries) => {
        expect((await person.from('checklist_completions').insert(completion(id))).error).toBeNull();
        const read = await queries.infiniteQuery({ ...completionsQuery(reader), pages: 2 });
        pages.push(...read.pages.map((page) => page.length));
        expect(await queries.query(completionQuery(reader, id))).toMatchObject({ result: 'pass' });
        expect((await readAllCompletions(reader, { ...NO_COMPLETION_FILTER, result: 'pass' })).length).toBeGreaterThan(
          100,
        );
      });
      expect(pages).toEqual([50, 50]);
      expectOwnRowsOnly(statements);
      const lists = statementsReading(statements, 'checklist_completions').filter(({ text }) => /order by/i.test(text));
      expect(lists.length).toBeGreaterThanOrEqual(2);
      for (const { sorts, scans } of lists) {
        expect(sorts).toBe(0);
        expect(scans.map(({ index }) => index)).toContain('checklist_completions_by_time_idx');
      }
    }
  });

  test('reads checks done on a replaced version through their own index', async () => {
    await backend.sql(
      `update public.checklist_completions set superseded_at = now(), current_version = 2 where completed_at > now() - interval '10 minutes'`,
    );
    await backend.sql('analyze public.checklist_completions');
    const statements = await statementsOf(owner, async (queries) => {
      const superseded = await queries.query(
        supersededQuery({ ownerId: owner.id, userId: owner.id }, todayIn('Europe/London', new Date())),
      );
      expect(superseded.length).toBeGreaterThan(5);
    });
    expectOwnRowsOnly(statements);
    const [read] = statementsReading(statements, 'checklist_completions');
    expect(read?.sorts).toBe(0);
    expect(read?.scans.map(({ index }) => index)).toEqual(['checklist_completions_superseded_idx']);
  });

  test('reads the latest check of each machine through its index, for the holder and for an employee', async () => {
    for (const person of [owner, driver]) {
      const statements = await statementsOf(person, async (queries) => {
        const standings = await queries.query(latestChecksQuery({ ownerId: owner.id }));
        expect(standings.length).toBeGreaterThanOrEqual(10);
      });
      expectOwnRowsOnly(statements);
      const scans = statementsReading(statements, 'checklist_completions').flatMap((statement) => statement.scans);
      expect(scans.map(({ index }) => index)).toContain('checklist_completions_standing_idx');
    }
  });

  test('reads the templates and creates a new version of one without reading other accounts', async () => {
    const statements = await statementsOf(owner, async (queries) => {
      expect(await queries.query(checklistsQuery({ ownerId: owner.id }))).toHaveLength(1);
      const change = { items: [...CHECKLIST_ITEMS, { prompt: 'Horn', type: 'yes_no' }] };
      const { error } = await owner.from('checklist_templates').update(change).eq('id', CHECKLIST).eq('version', 1);
      expect(error).toBeNull();
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'checklist_templates').length).toBeGreaterThan(0);
  });
});
