// Who may call which function, as function-table.ts promises: one test for each function, called as every persona with
// account A1's ids. The calls are made in SQL and rolled back; a full run makes them through the API.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functions } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS, type Persona } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import type { TestBackend } from '@tests/support/embedded/backend';
import { asPersona, forEachPersona, functionCaller, type Called, type Refusal } from './as-persona';
import { FUNCTIONS } from './function-table';
import { targetsOf, type Targets } from './targets';

let backend: TestBackend;
let personas: Personas;
let targets: Targets;
let call: Awaited<ReturnType<typeof functionCaller>>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  targets = await targetsOf(backend, personas);
  call = await functionCaller(backend);
});
afterAll(() => backend.close());

/** The word of function-table.ts for a refusal; any other error is a word of its own, and so differs from the table. */
function refusalWord(persona: Persona, { code, message }: Refusal): string {
  if (code === '42501') return persona === 'K' ? '401' : '403';
  return code === '23514' ? 'refused' : `${code} ${message}`;
}

/** The word for an answer: a number is what `count` finds in the result of a function that changes nothing. */
function answerWord({ result, changed }: Called, count: ((result: unknown) => unknown) | undefined): string {
  // A wrong guess is counted, and the function itself sets the response's status.
  if (changed.join() === 'private.allowances' && JSON.stringify(result).includes('"404"')) return 'missing';
  return changed.length > 0 ? 'runs' : String(count?.(result));
}

/** Text that a stranger must not be told. */
const FOREIGN = /of (A1|E1|E1b|R)\b|Secret|INV-0041|relation|function|schema|select /;

test('the function table lists every function of the API, and nothing else', async () => {
  const names = (await functions(backend)).filter(({ schema }) => schema === 'public').map(({ name }) => name);
  expect(names.map((name) => name.replace(/\(.*/, '')).sort()).toEqual(Object.keys(FUNCTIONS).sort());
});

test.each(Object.entries(FUNCTIONS))('%s may be called as its line says', async (name, { args, results, count }) => {
  const words = await forEachPersona(PERSONAS, async (persona) => {
    const answered = await asPersona(backend, personas, persona, (sql) => call(sql, name, args(targets)));
    const isStranger = persona !== 'K' && ACCOUNT_OF[persona] !== 'A1';
    const text = JSON.stringify(answered).replace(`permission denied for function ${name}`, '');
    const told = isStranger && FOREIGN.test(text) ? ` and told ${text}` : '';
    return ('refusal' in answered ? refusalWord(persona, answered.refusal) : answerWord(answered.answer, count)) + told;
  });
  expect(words).toEqual(results);
});
