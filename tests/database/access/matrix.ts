// The matrix: each person uses each verb on rows of each owner in every table and view. The results must be those of
// access-table.ts, and no other row may change.
// Split into parts, so that they can run in parallel.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows, relations } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS, relationOf, type FixtureRow, type Persona } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { allows } from './access-grid';
import { ACCESS, BODIES, CASCADE_DELETES, CASCADE_UPDATES } from './access-table';

let backend: TestBackend;
let personas: Personas;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

const filter = (row: FixtureRow) =>
  Object.entries(row.key)
    .map(([column, value]) => `${column}=eq.${value}`)
    .join('&');
const rowPath = (relation: string, row: FixtureRow) => `/rest/v1/${relation}?${filter(row)}`;
const isRow = (returned: unknown, row: FixtureRow) =>
  Object.entries(row.key).every(([column, value]) => (returned as Record<string, unknown>)[column] === value);
const letters = (rows: readonly FixtureRow[], persona: Persona) =>
  ['o', 'h', 'c', 'x'].filter((letter) => rows.some((row) => relationOf(row, persona) === letter)).join('') || 'none';

/** The tables whose rows differ from the start. */
async function changedTables(): Promise<string[]> {
  const now = await fingerprint();
  return Object.keys(now).filter((name) => now[name] !== initial[name]);
}

const REFUSED: Record<string, { status: number; code: string }> = {
  '401': { status: 401, code: '42501' },
  '403': { status: 403, code: '42501' },
  read: { status: 500, code: '55000' },
};

const PARTS = 3;

/** Tests every third relation of the table, starting at `part` (0, 1 or 2). */
export function testAccess(part: number) {
  beforeAll(async () => {
    ({ backend, personas } = await openPersonas());
    fingerprint = await fingerprints(backend);
    restore = await saveRows(backend);
    initial = await fingerprint();
  });
  afterAll(() => backend.close());
  afterEach(() => restore());

  if (part === 0) {
    test('the access table lists every table and view, and nothing else', async () => {
      const names = (await relations(backend)).map(({ name }) => name);
      expect(Object.keys(ACCESS).sort()).toEqual(names);
      expect(Object.keys(BODIES).sort()).toEqual(names);
    });
  }

  describe.each(Object.entries(ACCESS).filter((_, at) => at % PARTS === part))('%s', (relation, grid) => {
    const body = BODIES[relation];
    if (!body) throw new Error(`there are no bodies for ${relation}`);

    describe.each(PERSONAS)('as %s', (persona) => {
      test('select returns the rows that the table allows', async () => {
        const rows = personas.rows(relation);
        const answer = await personas.api[persona]('GET', `/rest/v1/${relation}?select=*`);
        const refused = REFUSED[grid.select[persona]];
        if (refused) return expect(answer).toMatchObject({ status: refused.status, body: { code: refused.code } });
        expect(answer.status).toBe(200);
        const returned = answer.body as Record<string, unknown>[];
        const seen = rows.filter((row) => returned.some((one) => isRow(one, row)));
        expect(letters(seen, persona)).toBe(grid.select[persona]);
        // Each row is returned exactly if the cell contains the letter of its relation.
        for (const row of rows) expect(seen.includes(row)).toBe(allows(grid.select[persona], relationOf(row, persona)));
        const account = persona === 'K' ? null : ACCOUNT_OF[persona];
        if (relation !== 'profiles' && account) {
          const id = personas.people[account].id;
          expect(returned.every((one) => one['user_id'] === id)).toBe(true);
        }
      });

      test.each(['PATCH', 'DELETE'] as const)('%s changes only the rows that the table allows', async (method) => {
        const verb = method === 'PATCH' ? 'update' : 'delete';
        const cell = grid[verb][persona];
        for (const row of personas.rows(relation)) {
          const answer = await personas.api[persona](
            method,
            rowPath(relation, row),
            method === 'PATCH' ? body.change : undefined,
          );
          const changed = await changedTables();
          const relationToPersona = relationOf(row, persona);
          const refused = REFUSED[cell];
          if (allows(cell, relationToPersona)) {
            expect({ relationToPersona, status: answer.status }).toEqual({ relationToPersona, status: 204 });
            const cascaded = (method === 'DELETE' ? CASCADE_DELETES : CASCADE_UPDATES)[relation] ?? [];
            expect(changed.filter((name) => name !== 'public.audit_log').sort()).toEqual(
              [...cascaded, `public.${relation}`].sort(),
            );
            await restore();
            continue;
          }
          if (refused) expect(answer).toMatchObject({ status: refused.status, body: { code: refused.code } });
          else expect({ relationToPersona, status: answer.status }).toEqual({ relationToPersona, status: 204 });
          expect(changed).toEqual([]);
        }
      });

      test('insert is accepted or refused as the table says', async () => {
        const cell = grid.insert[persona];
        const account = persona === 'K' ? null : ACCOUNT_OF[persona];
        const own = persona === 'K' ? personas.people.A1.id : personas.people[account ?? persona].id;
        const foreign = personas.people[account === 'A1' ? 'A2' : 'A1'].id;
        const prefer = body.prefer ? { Prefer: body.prefer } : {};
        const post = (user: string) => personas.api[persona]('POST', `/rest/v1/${relation}`, body.add(user), prefer);

        const refusal = REFUSED[cell] ?? REFUSED['403'];
        const foreignAnswer = await post(foreign);
        expect(foreignAnswer).toMatchObject({ status: refusal?.status, body: { code: refusal?.code } });
        expect(await changedTables()).toEqual([]);

        const ownAnswer = await post(own);
        if (cell === 'own') {
          expect([200, 201]).toContain(ownAnswer.status);
          expect(await changedTables()).toContain(`public.${relation}`);
        } else {
          expect(ownAnswer).toMatchObject({ status: refusal?.status, body: { code: refusal?.code } });
          expect(await changedTables()).toEqual([]);
        }
      });
    });
  });
}
