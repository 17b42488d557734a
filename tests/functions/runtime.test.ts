// Edge functions run in a real Deno behind /functions/v1, with the responses of a hosted project around them.
import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionsHandler } from '../../supabase/local/functions/functions';
import { projectConfig } from '../../supabase/local/project-config';
import { newKeys } from '../../supabase/local/auth/tokens';

const keys = newKeys();
const log: string[] = [];
let functions: ReturnType<typeof functionsHandler>;
let server: Server;
let url: string;

beforeAll(async () => {
  functions = functionsHandler({
    root: process.cwd(),
    folder: resolve('tests/fixtures/functions'),
    config: projectConfig(
      '[functions.open]\nverify_jwt = false\n[functions.broken]\nverify_jwt = false # on purpose\n',
    ),
    keys,
    origin: () => 'http://127.0.0.1:1',
    log: (line) => log.push(line),
  });
  server = createServer((request, reply) => void functions.handle(request, reply));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/functions/v1`;
});
afterAll(async () => {
  functions.close();
  await new Promise((done) => server.close(done));
});

function token(secret = keys.jwtSecret) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'HS256' })}.${encode({ role: 'authenticated', exp: Date.now() / 1000 + 60 })}`;
  return `Bearer ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

test('a call reaches its function with method, path, query and body', async () => {
  const answer = await fetch(`${url}/echo/deep/er?x=1`, {
    method: 'POST',
    body: 'hay',
    headers: { authorization: token() },
  });
  expect(await answer.json()).toEqual({
    method: 'POST',
    path: '/echo/deep/er',
    query: '?x=1',
    body: 'hay',
    url: 'http://127.0.0.1:1',
    secret: true,
  });
});

test('a function that verifies tokens refuses a call without a valid one', async () => {
  expect((await fetch(`${url}/echo`)).status).toBe(401);
  expect((await fetch(`${url}/echo`, { headers: { authorization: token('x'.repeat(40)) } })).status).toBe(401);
  expect((await fetch(`${url}/echo`, { headers: { authorization: `Bearer ${keys.publishable}` } })).status).toBe(401);
  expect((await fetch(`${url}/echo`, { method: 'OPTIONS' })).status).toBe(200);
});

test('a function that verifies no tokens responds to anyone, and npm: imports come from the project', async () => {
  expect(await (await fetch(`${url}/open`)).json()).toEqual({ client: 'function' });
});

test.each(['missing', '..%2fecho', '_shared', ''])('"%s" is not a function', async (name) => {
  const answer = await fetch(`${url}/${name}`, { headers: { authorization: token() } });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
});

test('a function that throws responds with 500, and the reason is logged but not returned', async () => {
  const answer = await fetch(`${url}/broken`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('on purpose');
  expect(log.join('\n')).toContain('broken on purpose');
});
