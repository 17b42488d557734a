// The matrix for who did an entry: it is read exactly with the entry, written by nobody, and gives no access. A docket that was
// typed for an employee stays the account holder's.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, saveRows } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS, relationOf, rowId, type Persona } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { ACCESS } from './access-table';

const RELATIONS = ['works', 'crew_works', 'listed_works'] as const;
/** An entry of A1 that was typed for E1. */
const DOCKET = rowId(3, 'A1');
const NAMES = 'id,done_by,done_by_names';

let backend: TestBackend;
let personas: Personas;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;
beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  await backend.sql(`update public.job_people set person_id = $1, name = 'Doer of A1' where job_id = $2`, [
    personas.people.E1.id,
    DOCKET,
  ]);
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(() => restore());

type Row = { id: string; done_by: string[] | null; done_by_names: string[] | null };
const read = async (persona: Persona, path: string) => {
  const { status, body } = await personas.api[persona]('GET', `/rest/v1/${path}`);
  return status === 200 ? (body as Row[]) : [];
};
const call = (persona: Persona, name: string, args: object) =>
  personas.api[persona]('POST', `/rest/v1/rpc/${name}`, args);
const seesOnlyOwn = () =>
  backend.sql('update public.farm_settings set employees_see_all_works = false where user_id = $1', [
    personas.people.A1.id,
  ]);

describe.each(RELATIONS)('%s', (relation) => {
  test.each(PERSONAS)('%s reads who did an entry exactly if they read the entry', async (persona) => {
    const cell = ACCESS[relation]?.select[persona] ?? '';
    const readable = personas
      .rows(relation)
      .filter((row) => /^[ohc]+$/.test(cell) && cell.includes(relationOf(row, persona)));
    const ids = readable.map(({ key }) => key['id']);
    const rows = await read(persona, `${relation}?select=${NAMES}`);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    for (const row of rows) expect(row.done_by_names).toEqual([row.id === DOCKET ? 'Doer of A1' : 'Carl']);
    const filtered = await read(persona, `${relation}?select=${NAMES}&done_by=ov.{${personas.people.E1.id}}`);
    expect(filtered.map(({ id }) => id)).toEqual(ids.includes(DOCKET) ? [DOCKET] : []);
  });

  test.each(PERSONAS)('%s can’t write who did an entry', async (persona) => {
    for (const change of [{ done_by: [personas.people.E1.id] }, { done_by_names: ['Forged'] }]) {
      for (const row of personas.rows('works')) {
        const answer = await personas.api[persona](
          'PATCH',
          `/rest/v1/${relation}?id=eq.${row.key['id'] ?? ''}`,
          change,
        );
        expect([401, 403, 500]).toContain(answer.status);
      }
      const account = persona === 'K' ? null : ACCOUNT_OF[persona];
      const work = {
        ...{
          user_id: personas.people[account ?? 'A1'].id,
          created_by_name: '',
          customer: 'Forged',
          task_name: 'Forged',
        },
        ...{ chargeable_unit: 'hour', quantity: 1, work_date: '2026-11-02', ...change },
      };
      const answer = await personas.api[persona]('POST', `/rest/v1/${relation}`, work);
      expect([401, 403, 500]).toContain(answer.status);
    }
    expect(await fingerprint()).toEqual(initial);
  });
});

describe('an employee for whom a docket was typed, and who sees only their own entries', () => {
  test('reads it through no view, sum, group or filter, and finds it by no search', async () => {
    const { E1 } = personas.people;
    await seesOnlyOwn();
    for (const relation of RELATIONS) {
      for (const filter of ['', `&id=eq.${DOCKET}`, `&done_by=ov.{${E1.id}}`, '&search=like.*doer*'])
        expect((await read('E1', `${relation}?select=${NAMES}${filter}`)).map(({ id }) => id)).not.toContain(DOCKET);
    }
    expect(await call('E1', 'works_totals', { p_people: [E1.id] })).toMatchObject({ body: [{ entries: 0 }] });
    expect(await call('E1', 'works_groups', { p_group: 'person', p_people: [E1.id] })).toMatchObject({ body: [] });
    for (const [name, args] of [
      ['placed_works', {}],
      ['works_groups', { p_group: 'person' }],
      ['job_places', {}],
      ['jobs_of_day', { p_date: '2026-11-02' }],
    ] as const)
      expect(JSON.stringify((await call('E1', name, args)).body)).not.toMatch(new RegExp(`${DOCKET}|Doer of A1`));
    expect(await call('A1', 'works_totals', { p_people: [E1.id] })).toMatchObject({ body: [{ entries: 1 }] });
    expect(await call('A1', 'works_groups', { p_group: 'person', p_people: [E1.id] })).toMatchObject({
      body: [{ key: E1.id, entries: 1 }],
    });
  });

  test.each([true, false])('can’t change or delete it, nor name another person (sees all entries: %s)', async (all) => {
    if (!all) await seesOnlyOwn();
    const before = await fingerprint();
    const works = `/rest/v1/works?id=eq.${DOCKET}`;
    await personas.api.E1('PATCH', works, { notes: 'Mine' });
    await personas.api.E1('DELETE', works);
    await personas.api.E1('PATCH', `/rest/v1/job_people?job_id=eq.${DOCKET}`, { name: 'Forged' });
    await personas.api.E1('DELETE', `/rest/v1/job_people?job_id=eq.${DOCKET}`);
    const added = { user_id: personas.people.A1.id, job_id: DOCKET, name: 'Forged' };
    expect(await personas.api.E1('POST', '/rest/v1/job_people', added)).toMatchObject({ status: 403 });
    const lists = { people: [], machines: [], fields: [], materials: [], seen: [] };
    expect(await call('E1', 'change_job', { p_job: { id: DOCKET, ...lists } })).toMatchObject({ status: 403 });
    expect(await fingerprint()).toEqual(before);
  });
});

test('nobody names a person of another account, or on a job of another account', async () => {
  const { A1, A2 } = personas.people;
  const person = (account: string) => ({ user_id: account, job_id: DOCKET, name: 'Forged' });
  for (const answer of [
    await personas.api.A1('POST', '/rest/v1/job_people', { ...person(A1.id), person_id: A2.id }),
    await personas.api.A1('PATCH', `/rest/v1/job_people?job_id=eq.${DOCKET}`, { person_id: A2.id }),
    await personas.api.A2('POST', '/rest/v1/job_people', person(A1.id)),
    await personas.api.A2('POST', '/rest/v1/job_people', person(A2.id)),
  ])
    expect([400, 403]).toContain(answer.status);
  expect(await fingerprint()).toEqual(initial);
});
