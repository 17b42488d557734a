// The matrix for functions: everyone calls every function with account A1's ids, with the result in function-table.ts.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestBackend } from '@tests/support/embedded/backend';
import { fingerprints, functions, saveRows } from '@tests/support/database/catalogue';
import { ACCOUNT_OF, PERSONAS } from '@tests/support/database/persona-ids';
import { openPersonas, type Personas } from '@tests/support/database/personas';
import { FUNCTIONS } from './function-table';
import { targetsOf, type Targets } from './targets';

let backend: TestBackend;
let personas: Personas;
let targets: Targets;
let fingerprint: () => Promise<Record<string, string>>;
let restore: () => Promise<void>;
let initial: Record<string, string>;

beforeAll(async () => {
  ({ backend, personas } = await openPersonas());
  targets = await targetsOf(backend, personas);
  fingerprint = await fingerprints(backend);
  restore = await saveRows(backend);
  initial = await fingerprint();
});
afterAll(() => backend.close());
afterEach(() => restore());

test('the function table lists every function of the API, and nothing else', async () => {
  const names = (await functions(backend)).filter(({ schema }) => schema === 'public').map(({ name }) => name);
  expect(names.map((name) => name.replace(/\(.*/, '')).sort()).toEqual(Object.keys(FUNCTIONS).sort());
});

describe.each(Object.entries(FUNCTIONS))('%s', (name, { args, results, count }) => {
  test.each(PERSONAS)('has the listed result when called as %s', async (persona) => {
    const expected = results[persona];
    const answer = await personas.api[persona]('POST', `/rest/v1/rpc/${name}`, args(targets));
    const changed = (await fingerprint()) as unknown;
    if (expected === 'runs') {
      expect(answer.status).toBe(200);
      expect(changed).not.toEqual(initial);
      return;
    }
    if (expected === 'missing') {
      expect(answer).toMatchObject({ status: 404, body: { code: '404' } });
      expect(changed).toEqual({ ...initial, 'private.allowances': expect.any(String) as string });
      expect(changed).not.toEqual(initial);
      return;
    }
    expect(changed).toEqual(initial);
    if (expected === '401' || expected === '403') {
      expect(answer).toMatchObject({ status: Number(expected), body: { code: '42501' } });
    } else if (expected === 'refused') {
      expect(answer).toMatchObject({ status: 400, body: { code: '23514', details: null, hint: null } });
    } else {
      expect(answer.status).toBe(200);
      expect(count?.(answer.body)).toBe(Number(expected));
    }
    if (persona !== 'K' && ACCOUNT_OF[persona] !== 'A1') {
      // An error may repeat the name of the requested function.
      const text = JSON.stringify(answer.body).replace(`permission denied for function ${name}`, '');
      expect(text).not.toMatch(/of (A1|E1|E1b|R)\b|Secret|INV-0041|relation|function|schema|select /);
    }
  });
});
