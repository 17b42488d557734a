// Statements tried as one of the personas inside the database, each undone: one call for many of them, instead of five requests
// for each.
import type { Persona } from '@tests/support/database/persona-ids';
import type { Personas } from '@tests/support/database/personas';
import type { TestBackend } from '@tests/support/embedded/backend';
import type { Row } from '../../../supabase/local/database/sql';
import type { Refusal } from './as-persona';
import type { Statement } from './statements';

/** `seen`: what the query given to `tryStatements` finds after the statement. */
export type Tried = { answer: { rows: Row[]; seen: string[] } } | { refusal: Refusal };

/** The code with which a statement that succeeded is undone. */
const SUCCEEDED = 'TRIED';

const FUNCTION = `
  create schema tried;
  create function tried.statements(statements jsonb, claims text, query text)
  returns table (place int, code text, message text, rows jsonb, seen text[]) language plpgsql as $try$
  declare
    one jsonb;
  begin
    for one, place in select e.value, e.ordinality - 1 from jsonb_array_elements(statements) with ordinality e loop
      begin
        perform set_config('role', claims::jsonb ->> 'role', true), set_config('request.jwt.claims', claims, true);
        execute one ->> 0 into rows using one -> 1;
        -- What a commit would check.
        set constraints all immediate;
        -- As the database's owner, who reads every table.
        perform set_config('role', 'none', true);
        execute format('select array(%s)', query) into seen;
        raise exception using errcode = '${SUCCEEDED}';
      exception when others then
        get stacked diagnostics code = returned_sqlstate, message = message_text;
      end;
      return next;
    end loop;
  end $try$`;

/** Adds to a test's database what `tryStatements` needs. */
export const prepareTries = (backend: TestBackend) => backend.script(FUNCTION);

/** A statement that answers its returned rows as one value. */
const asOneValue = (text: string) =>
  /^\s*select\b/.test(text)
    ? `select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (${text}) r`
    : / returning /.test(text)
      ? `with w as (${text}) select coalesce(jsonb_agg(to_jsonb(w)), '[]') from w`
      : `with w as (${text}) select '[]'::jsonb`;

/**
 * What the database answers a persona to each statement, of which nothing stays. `query`: one column of text, read by the
 * database's owner after each statement that succeeds.
 */
export async function tryStatements(
  backend: TestBackend,
  { people }: Personas,
  persona: Persona,
  statements: readonly Statement[],
  query = `select '' where false`,
): Promise<Tried[]> {
  const claims = persona === 'K' ? { role: 'anon' } : { role: 'authenticated', sub: people[persona].id, aal: 'aal1' };
  const sent = statements.map(([text, [json]]) => [
    asOneValue(text),
    typeof json === 'string' ? (JSON.parse(json) as unknown) : null,
  ]);
  const tried = await backend.sql<Refusal & { rows: Row[]; seen: string[] }>(
    'select code, message, rows, seen from tried.statements($1::text::jsonb, $2, $3) order by place',
    [JSON.stringify(sent), JSON.stringify(claims), query],
  );
  return tried.map(({ code, message, rows, seen }) =>
    code === SUCCEEDED ? { answer: { rows, seen } } : { refusal: { code, message } },
  );
}
