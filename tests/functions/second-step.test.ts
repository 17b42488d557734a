// A person who has set up two-step verification is treated as signed out by functions until the second step is passed.
// The embedded backend has no such step, so a stand-in for the project's auth service is used here.
import { createServer, type Server } from 'node:http';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { functionsHandler } from '../../supabase/local/functions/functions';
import { newKeys, signToken } from '../../supabase/local/auth/tokens';
import { CONFIG } from '@tests/support/database/database-snapshot';

const ID = '00000000-0000-4000-8000-000000000001';
const keys = newKeys();
const requestedPaths: string[] = [];
let factors: { id: string; status: string; factor_type: string }[] = [];
let server: Server;
let functions: ReturnType<typeof functionsHandler>;
let url: string;

beforeAll(async () => {
  server = createServer((request, reply) => {
    const path = request.url?.split('?')[0] ?? '';
    if (path.startsWith('/functions/v1/')) return void functions.handle(request, reply);
    requestedPaths.push(path);
    const answer = (status: number, body: unknown) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (path === '/auth/v1/user') return answer(200, { id: ID, email: 'owner@farm.test', factors });
    if (path === '/rest/v1/profiles') return answer(200, [{ id: ID, role: 'admin', admin_id: null }]);
    return answer(400, { code: '23514', message: 'This invoice is not there.' });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  functions = functionsHandler({
    root: process.cwd(),
    folder: resolve('supabase/functions'),
    config: CONFIG,
    keys,
    origin: () => url,
    log: () => undefined,
    settings: { SITE_URL: url },
  });
});
afterAll(async () => {
  functions.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function send(aal: string, method = 'password') {
  requestedPaths.length = 0;
  const claims = { sub: ID, role: 'authenticated', aal, amr: [{ method }, { method: 'totp' }], name: 'ÿ?>' };
  const answer = await fetch(`${url}/functions/v1/send-invoice`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${signToken(claims, keys.jwtSecret)}`,
    },
    body: JSON.stringify({ requestId: crypto.randomUUID(), number: 'INV-0001', to: 'hill@farm.test' }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}
const signedOut = { status: 401, body: { success: false, error: 'Please sign in again.' } };
// The function accepts the person, and then finds no such invoice.
const pastSignIn = { status: 400, body: { success: false, error: 'This invoice is not there.' } };

test('a person without two-step verification is accepted with the password', async () => {
  factors = [];
  expect(await send('aal1')).toEqual(pastSignIn);
  factors = [{ id: ID, status: 'unverified', factor_type: 'totp' }];
  expect(await send('aal1')).toEqual(pastSignIn);
});

test('a person with two-step verification is refused with the password alone, and no database request is made (A58)', async () => {
  factors = [{ id: ID, status: 'verified', factor_type: 'totp' }];
  expect(await send('aal1')).toEqual(signedOut);
  expect(requestedPaths).toEqual(['/auth/v1/user']);
  expect(await send('aal2')).toEqual(pastSignIn);
});

test('a session opened by a mail link is refused until the password is typed', async () => {
  factors = [];
  expect(await send('aal1', 'otp')).toEqual(signedOut);
  factors = [{ id: ID, status: 'verified', factor_type: 'totp' }];
  expect(await send('aal2', 'otp')).toEqual(signedOut);
});
