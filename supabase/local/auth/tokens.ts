// Signed tokens (HS256), and the keys of one installation.
import { createHmac, randomBytes, timingSafeEqual, createECDH } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The keys that sign notifications, base64url. */
type VapidKeys = { publicKey: string; privateKey: string };
/** The keys of an embedded backend. The secret key, the signing secret and the private key must never reach a browser. */
export type Keys = { publishable: string; secret: string; jwtSecret: string; vapid: VapidKeys };

function newVapidKeys(): VapidKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  // Without leading zeros it may be shorter than the 32 bytes that are required.
  const privateKey = Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()]).subarray(-32);
  return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}

const randomText = () => randomBytes(24).toString('base64url');

export const newKeys = (): Keys => ({
  publishable: 'sb_publishable_embedded',
  secret: `sb_secret_${randomText()}`,
  jwtSecret: randomText() + randomText(),
  vapid: newVapidKeys(),
});

function storeKeys(file: string, keys: Keys): Keys {
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}

/** The keys in a folder, created on first use; stored so that users stay signed in after a restart. */
export function storedKeys(folder: string): Keys {
  const file = join(folder, 'keys.json');
  try {
    // Only this function writes the file; an earlier version wrote no keys of notifications.
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Omit<Keys, 'vapid'> & Partial<Keys>;
    return keys.vapid ? { ...keys, vapid: keys.vapid } : storeKeys(file, { ...keys, vapid: newVapidKeys() });
  } catch {
    mkdirSync(folder, { recursive: true });
    return storeKeys(file, newKeys());
  }
}

/** A token with these claims, for `verifyToken` with the same secret. */
export function signToken(claims: Record<string, unknown>, jwtSecret: string): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', jwtSecret).update(signed).digest('base64url')}`;
}

/** The claims of a token with a valid signature and expiry, else null. Any algorithm except HS256 is refused. */
export function verifyToken(token: string, jwtSecret: string): Record<string, unknown> | null {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length) return null;
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  try {
    if (parse(header)['alg'] !== 'HS256') return null;
    const expected = createHmac('sha256', jwtSecret).update(`${header}.${payload}`).digest();
    const givenSignature = Buffer.from(signature, 'base64url');
    if (expected.length !== givenSignature.length || !timingSafeEqual(expected, givenSignature)) return null;
    const claims = parse(payload);
    return Number(claims['exp'] ?? Infinity) * 1000 < Date.now() ? null : claims;
  } catch {
    return null;
  }
}
