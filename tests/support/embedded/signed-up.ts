// People who have signed up and are signed in, written as one statement: the sign-up's own requests take five times as
// long, and its own tests make them.
import { randomUUID } from 'node:crypto';
import { signToken } from '../../../supabase/local/auth/tokens';
import type { Row } from '../../../supabase/local/database/sql';

export const PASSWORD = 'correct horse 26';
/** Of PASSWORD, with the cheapest settings allowed. */
const PASSWORD_HASH = '$2b$04$zrSEpxu6s4Y6Y8l8YomUd.I0SuVHV2UnhNO.73weo0stOF0kp8Fry';

/** What the embedded backend stores for a sign-up that needs no confirmation. */
const SIGN_UP = `
  with person as (
    insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
      raw_user_meta_data, is_sso_user, is_anonymous, last_sign_in_at, created_at, updated_at)
    values ($1, 'authenticated', 'authenticated', $2, $3, now(), '{"provider": "email", "providers": ["email"]}',
      $4::jsonb || '{"email_verified": true}', false, false, now(), now(), now())
  ), identity as (
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at, created_at, updated_at)
    values ($5, 'email', $1::text, $1, $4::jsonb || '{"email_verified": false}', now(), now(), now())
  ), session as (
    insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($6, $1, 'aal1', now(), now())
  )
  insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, created_at, updated_at)
  values ($7, $8, $1, $6, false, now(), now())`;

let counted = 0;

/** An id that sorts after those before it, as those of the backend do. */
function laterId(): string {
  counted = (counted + 1) % 0x1000;
  const time = Date.now().toString(16).padStart(12, '0');
  const count = counted.toString(16).padStart(3, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(19)}`;
}

type SignUp = {
  query: (text: string, params: readonly unknown[]) => Promise<Row[]>;
  jwtSecret: string;
  tokenLifeSeconds: number;
  email: string;
  names: { first_name: string; last_name: string };
};

/** Signs a person up with PASSWORD; returns their session as supabase-js stores it. */
export async function signedUp({ query, jwtSecret, tokenLifeSeconds, email, names }: SignUp) {
  const [id, session, refreshToken] = [laterId(), laterId(), laterId()];
  const metadata = { sub: id, email, ...names, phone_verified: false };
  await query(SIGN_UP, [
    id,
    email,
    PASSWORD_HASH,
    JSON.stringify(metadata),
    laterId(),
    session,
    laterId(),
    refreshToken,
  ]);
  const now = Math.floor(Date.now() / 1000);
  const role = 'authenticated';
  const claims = {
    ...{ sub: id, aud: role, role, email, session_id: session, iat: now, exp: now + tokenLifeSeconds },
    amr: [{ method: 'password', timestamp: now }],
  };
  return {
    access_token: signToken(claims, jwtSecret),
    refresh_token: refreshToken,
    token_type: 'bearer' as const,
    expires_in: tokenLifeSeconds,
    expires_at: now + tokenLifeSeconds,
    user: { id, aud: role, role, email, app_metadata: { provider: 'email' }, user_metadata: metadata },
  };
}
