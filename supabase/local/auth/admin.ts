// The admin API for users, which @supabase/lite lacks: /auth/v1/admin/users with the secret key.
import { randomUUID } from 'node:crypto';
import { bodyOf } from './mail.ts';
import { authError, json } from '../rest/responses.ts';
import type { Row, Sql } from '../database/sql.ts';

const userBody = (user: Row) => ({
  id: user['id'],
  aud: 'authenticated',
  role: 'authenticated',
  email: user['email'],
  email_confirmed_at: user['email_confirmed_at'],
  last_sign_in_at: user['last_sign_in_at'],
  app_metadata: user['raw_app_meta_data'] ?? {},
  user_metadata: user['raw_user_meta_data'] ?? {},
  identities: [],
  created_at: user['created_at'],
  updated_at: user['updated_at'],
});

export type NewUser = { email: string; password?: string; confirmed?: boolean; metadata?: unknown };

/** Creates a user directly in the database; returns its id. Uses bcrypt's lowest cost: never for production. */
export async function createUser(sql: Sql, user: NewUser): Promise<string> {
  const id = randomUUID();
  const email = user.email.toLowerCase();
  await sql.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, extensions.crypt($3, extensions.gen_salt('bf', 4)),
       case when $4::boolean then now() end, '{"provider":"email","providers":["email"]}'::jsonb, $5::jsonb)`,
    [id, email, user.password ?? randomUUID(), user.confirmed ?? false, JSON.stringify(user.metadata ?? {})],
  );
  await sql.query(
    `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
     values ($1, 'email', $2::text, $2::uuid, $3::jsonb)`,
    [randomUUID(), id, JSON.stringify({ sub: id, email })],
  );
  return id;
}

async function updateUser(sql: Sql, id: unknown, request: Request) {
  const body = await bodyOf(request);
  if (body['password'])
    await sql.query(
      `update auth.users set encrypted_password = extensions.crypt($1, extensions.gen_salt('bf', 4)) where id = $2`,
      [body['password'], id],
    );
  if (body['user_metadata'])
    await sql.query(
      `update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || $1::jsonb where id = $2`,
      [JSON.stringify(body['user_metadata']), id],
    );
  if (typeof body['email'] === 'string')
    await sql.query('update auth.users set email = $1 where id = $2', [body['email'].toLowerCase(), id]);
  if (body['email_confirm'] === true)
    await sql.query('update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1', [
      id,
    ]);
}

async function addUser(sql: Sql, request: Request): Promise<Response> {
  const { email, password, email_confirm: confirmed, user_metadata: metadata } = await bodyOf(request);
  if (typeof email !== 'string') return authError(400, 'validation_failed', 'Cannot create a user without an email');
  const existing = await sql.query('select 1 from auth.users where email = $1', [email.toLowerCase()]);
  if (existing.length)
    return authError(422, 'email_exists', 'A user with this email address has already been registered');
  try {
    const id = await createUser(sql, {
      email,
      confirmed: confirmed === true,
      metadata,
      ...(typeof password === 'string' ? { password } : {}),
    });
    const [user] = await sql.query('select * from auth.users where id = $1', [id]);
    return json(userBody(user ?? {}));
  } catch {
    return authError(500, 'unexpected_failure', 'Database error creating new user');
  }
}

/** Answers a request of the admin API; null if the path is not part of it. */
export async function adminUsers(sql: Sql, request: Request, url: URL, secret: string): Promise<Response | null> {
  const path = /^\/auth\/v1\/admin\/users(?:\/([0-9a-f-]{36}))?$/.exec(url.pathname);
  if (!path) return null;
  if (request.headers.get('apikey') !== secret) return authError(403, 'not_admin', 'User not allowed');
  const id = path[1];
  if (!id && request.method === 'POST') return addUser(sql, request);
  if (!id) {
    const size = Number(url.searchParams.get('per_page')) || 50;
    const page = Number(url.searchParams.get('page')) || 1;
    const users = await sql.query('select * from auth.users order by created_at limit $1 offset $2', [
      size,
      (page - 1) * size,
    ]);
    return json({ users: users.map(userBody), aud: 'authenticated' });
  }
  const find = async () => (await sql.query('select * from auth.users where id = $1', [id]))[0];
  const user = await find();
  if (!user) return authError(404, 'user_not_found', 'User not found');
  if (request.method === 'DELETE') {
    await sql.query('delete from auth.users where id = $1', [id]);
    return json({});
  }
  if (request.method === 'PUT') await updateUser(sql, id, request);
  return json(userBody((await find()) ?? user));
}
