// Query plans of the noticeboard, its reads and confirmations, note titles and open notes.
import { beforeAll, describe, expect, test } from 'vitest';
import { noteTitlesQuery } from '@/data/notes/note-titles';
import { photosOfListQuery, photosOfNotes } from '@/data/notes/note-photos';
import { readAllNotes, followUpsQuery, notesQuery, openNotesQuery } from '@/data/notes/notes';
import { boardQuery, pastNoticesQuery } from '@/data/notices';
import { NO_FILTER } from '@/domain/notes/note';
import type { Person, TestBackend } from '@tests/support/embedded/backend';
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
      `insert into public.notices (user_id, title, requires_ack, expires_on, created_by_name, created_at)
       select p.id, 'Notice ' || n, true, case when n % 3 > 0 then '2026-01-01'::date end, 'Ann', now() - n * interval '1 hour'
       from public.profiles p, generate_series(1, 120) n where p.role = 'admin'`,
    );
    await backend.sql(
      `insert into public.notice_reads (user_id, notice_id, edition, acknowledged, created_by)
       select n.user_id, n.id, 1, true, $1 from public.notices n where n.user_id = $2`,
      [driver.id, owner.id],
    );
    await backend.sql(
      `insert into public.notes (user_id, title, body, note_date, created_by, assigned_to, created_at)
       select p.id, 'General', 'Note ' || n, '2026-09-01'::date + n % 30, p.id, case when n % 3 = 0 and p.id = $2 then $1::uuid end,
         now() - n * interval '1 minute'
       from public.profiles p, generate_series(1, 150) n where p.role = 'admin'`,
      [driver.id, owner.id],
    );
    await backend.sql('analyze');
  });

  const today = '2026-11-20';
  const readerFor = (person: Person) => ({ ownerId: owner.id, userId: person.id });

  test('reads the board and the expired notices, with who has read them, through the index and without sorting', async () => {
    for (const person of [owner, driver]) {
      const statements = await statementsOf(person, async (queries) => {
        const board = await queries.query(boardQuery(readerFor(person), today));
        expect(board).toHaveLength(40);
        expect(board[0]?.reads).toHaveLength(1);
        const second = await queries.query({ ...boardQuery(readerFor(person), today), staleTime: 0 });
        expect(second, 'a board on which nothing is new is not read again').toBe(board);
        const past = await queries.infiniteQuery({ ...pastNoticesQuery(readerFor(person), today), pages: 2 });
        expect(past.pages.map((page) => page.length)).toEqual([50, 30]);
      });
      expectOwnRowsOnly(statements);
      // The query for the latest change of the board sorts its few notices: no index fits it.
      const lists = statementsReading(statements, 'notices').filter(({ text }) => /order by .*created_at/i.test(text));
      expect(lists.length).toBeGreaterThanOrEqual(3);
      for (const { sorts, scans } of lists) {
        expect(sorts).toBe(0);
        expect(scans.map(({ index }) => index)).toContain('notices_newest_idx');
      }
      expect(statementsReading(statements, 'notice_reads').length).toBeGreaterThan(0);
    }
  });

  test('posts, changes, confirms and deletes a notice without reading other accounts', async () => {
    const id = crypto.randomUUID();
    const statements = [
      ...(await statementsOf(owner, async () => {
        const row = {
          id,
          user_id: owner.id,
          title: 'New',
          pinned: true,
          audience: 'selected',
          recipients: [driver.id],
        };
        expect((await owner.from('notices').insert(row)).error).toBeNull();
        expect(
          (await owner.from('notices').update({ body: 'x' }).eq('user_id', owner.id).eq('id', id)).error,
        ).toBeNull();
      })),
      ...(await statementsOf(driver, async () => {
        const read = { user_id: owner.id, notice_id: id, edition: 1 };
        expect((await driver.from('notice_reads').insert(read)).error).toBeNull();
      })),
      ...(await statementsOf(owner, async () => {
        expect((await owner.from('notices').delete().eq('user_id', owner.id).eq('id', id)).error).toBeNull();
      })),
    ];
    expectOwnRowsOnly(statements);
  });

  test('reads titles, open notes, follow-ups and a filtered list of notes without reading other accounts', async () => {
    const [note] = await backend.sql<{ id: string }>('select id from public.notes where user_id = $1 limit 1', [
      owner.id,
    ]);
    for (const person of [owner, driver]) {
      const statements = await statementsOf(person, async (queries) => {
        expect(await queries.query(noteTitlesQuery(owner.id))).toHaveLength(8);
        const open = await queries.query(openNotesQuery(readerFor(person)));
        expect(open).toHaveLength(person === driver ? 50 : 0);
        await queries.query(followUpsQuery(readerFor(person), note?.id ?? ''));
        const filter = {
          ...NO_FILTER,
          search: 'note 1',
          customer: 'Hill Farm',
          action: 'open',
          from: '2026-09-01',
        } as const;
        await queries.infiniteQuery({ ...notesQuery(readerFor(person), filter), pages: 1 });
        const { signal } = new AbortController();
        await readAllNotes(readerFor(person), filter, signal);
        await photosOfNotes(owner.id, [note?.id ?? ''], signal);
        await queries.query(photosOfListQuery(owner.id, [note?.id ?? ''], 3));
      });
      expectOwnRowsOnly(statements);
    }
  });
});
