// Query plans of the works list in parts and its export, photos, notes, prices, re-pricing, people and invitations.
import { beforeAll, describe, expect, test } from 'vitest';
import { attachmentsQuery } from '@/data/attachments';
import { crewPeopleQuery, invitesQuery } from '@/data/account/crew';
import { noteQuery, notesQuery } from '@/data/notes/notes';
import { pricesQuery, repricePreviewQuery } from '@/data/prices/prices';
import { farmPeopleQuery, nameChangesQuery } from '@/data/account/farm-people';
import { crewQuery } from '@/data/account/profiles';
import { exportWorks } from '@/data/works/works-export';
import { readWorksList, worksPartQuery, worksPartsQuery } from '@/data/works/works-parts';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
import { statementsReading, expectOwnRowsOnly, type FilledIds } from '@tests/support/database/plans';
import { filledAccounts } from '@tests/support/database/filled-accounts';
import { postgresAvailable } from '@tests/support/database/postgres';
import { ANY } from '@tests/support/account-data/works-filter';

describe.runIf(postgresAvailable())('query plans', () => {
  const { account, statementsOf } = filledAccounts();
  let backend: TestBackend;
  let owner: Person;
  let driver: Person;
  let ids: FilledIds;
  beforeAll(() => void ({ backend, owner, driver, ids } = account()));

  const readerFor = (person: Person) => ({ ownerId: owner.id, userId: person.id, seesRates: true });

  test.each(['date', 'created'] as const)(
    'reads the works list in parts by %s, and reads the parts again, through the index and without sorting',
    async (sort) => {
      for (const person of [owner, driver]) {
        const statements = await statementsOf(person, async (queries) => {
          const { pages } = await queries.infiniteQuery({ ...worksPartsQuery(readerFor(person), ANY, sort), pages: 2 });
          const [first, second] = pages;
          if (!first || !second) throw new Error('there are no two parts');
          queries.removeQueries({ queryKey: ['works'] });
          for (const part of [first, second]) await queries.query(worksPartQuery(part));
        });
        expectOwnRowsOnly(statements);
        const lists = statementsReading(statements, 'works');
        expect(lists.length).toBeGreaterThanOrEqual(4);
        for (const { sorts, scans } of lists) {
          expect(sorts).toBe(0);
          expect(scans.map(({ index }) => index)).toContain(
            sort === 'date' ? 'works_by_date_idx' : 'works_by_created_idx',
          );
        }
      }
    },
  );

  test('reads a whole filtered list without reading other accounts', async () => {
    const statements = await statementsOf(owner, async () => {
      const works = await readWorksList(
        readerFor(owner),
        { ...ANY, search: 'farm' },
        'date',
        new AbortController().signal,
      );
      expect(works.length).toBeGreaterThan(0);
    });
    expectOwnRowsOnly(statements);
  });

  test('exports a filtered list without reading other accounts', async () => {
    const statements = await statementsOf(owner, async () => {
      const { mutationFn } = exportWorks;
      await mutationFn?.(
        {
          ...{
            reader: readerFor(owner),
            filter: { ...ANY, search: 'farm' },
            zone: 'Europe/London',
            fileName: 'works.csv',
          },
          ...{ onProgress: () => undefined, signal: new AbortController().signal },
        },
        // The mutations of this layer do not use their context.
        undefined as never,
      );
    });
    expectOwnRowsOnly(statements);
    expect(statementsReading(statements, 'works').length).toBeGreaterThan(0);
  });

  test("lists an entry's photos, and adds and deletes one, without reading other accounts", async () => {
    const id = crypto.randomUUID();
    const storage_path = `${owner.id}/works/${ids.work}/${id}.jpg`;
    const statements = await statementsOf(owner, async (queries) => {
      const photo = { id, user_id: owner.id, parent_id: ids.work, storage_path, mime: 'image/jpeg', bytes: 1 };
      expect((await owner.from('attachments').insert(photo)).error).toBeNull();
      expect(await queries.query(attachmentsQuery(owner.id, ids.work))).toMatchObject([{ id, url: null }]);
      expect((await owner.from('attachments').delete().eq('user_id', owner.id).eq('id', id)).error).toBeNull();
    });
    expectOwnRowsOnly(statements);
    const lists = statementsReading(statements, 'attachments').filter(({ text }) => !/insert|delete/i.test(text));
    expect(lists.length).toBeGreaterThan(0);
  });

  test('reads the pages of notes through the index, and reads, writes, edits and deletes one', async () => {
    await backend.sql(
      `insert into public.notes (user_id, title, body, note_date, shared, created_by, created_at)
       select p.id, 'General', 'Note ' || n, '2026-09-01'::date + n % 30, n % 2 = 0, case when n % 3 = 0 then $1::uuid else p.id end,
         now() - n * interval '1 minute'
       from public.profiles p, generate_series(1, 150) n where p.role = 'admin'`,
      [driver.id],
    );
    await backend.sql('analyze public.notes');
    for (const person of [owner, driver]) {
      const id = crypto.randomUUID();
      const reader = { ownerId: owner.id, userId: person.id };
      const pages: number[] = [];
      const statements = await statementsOf(person, async (queries) => {
        const read = await queries.infiniteQuery({ ...notesQuery(reader), pages: 2 });
        pages.push(...read.pages.map((page) => page.length));
        const row = { id, user_id: owner.id, title: 'Fuel', body: '80 litres', note_date: '2026-09-01' };
        expect((await person.from('notes').insert(row)).error).toBeNull();
        expect(await queries.query(noteQuery(reader, id))).toMatchObject({ body: '80 litres' });
        expect((await person.from('notes').update({ body: '90 litres' }).eq('id', id)).error).toBeNull();
        expect((await person.from('notes').delete().eq('user_id', owner.id).eq('id', id)).error).toBeNull();
      });
      expect(pages).toEqual([50, 50]);
      expectOwnRowsOnly(statements);
      const lists = statementsReading(statements, 'notes').filter(({ text }) => /order by/i.test(text));
      expect(lists.length).toBeGreaterThanOrEqual(2);
      for (const { sorts, scans } of lists) {
        expect(sorts).toBe(0);
        expect(scans.map(({ index }) => index)).toContain('notes_by_date_idx');
      }
    }
  });

  test('reads the prices and the re-pricing preview without reading other accounts', async () => {
    const { data: task } = await owner.from('tasks').select('id').limit(1).single();
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(pricesQuery({ ownerId: owner.id, settings: { seesRates: true } }));
      await queries.query(repricePreviewQuery(owner.id, { taskId: task?.id ?? '', customerId: ids.customer }));
      await queries.query(repricePreviewQuery(owner.id, { workIds: [ids.work] }));
      await queries.query(repricePreviewQuery(owner.id, { from: '2026-09-01', to: '2026-09-30' }));
    });
    expectOwnRowsOnly(statements);
    for (const table of ['prices', 'works'])
      expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
  });

  test('reads the account’s people and invitations without reading other accounts', async () => {
    await backend.sql(
      `insert into public.employee_invites (user_id, email, token_hash, expires_at)
       select p.id, 'x' || n || '@example.test', p.id || '.' || n, now() + interval '1 day'
       from public.profiles p, generate_series(1, 40) n where p.role = 'admin'`,
    );
    await backend.sql('analyze public.employee_invites');
    const statements = await statementsOf(owner, async (queries) => {
      await queries.query(crewQuery(owner.id));
      await queries.query(crewPeopleQuery(owner.id));
      await queries.query(invitesQuery(owner.id));
      await queries.query(farmPeopleQuery(owner.id));
      await queries.query(nameChangesQuery(owner.id, '2026-01-01T00:00:00Z'));
    });
    expectOwnRowsOnly(statements);
    for (const table of ['profiles', 'employee_invites', 'farm_people', 'audit_log'])
      expect(statementsReading(statements, table).length, table).toBeGreaterThan(0);
  });
});
