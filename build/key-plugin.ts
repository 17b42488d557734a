// Build step: refuses to build with a key that is not for browsers.
import type { Plugin } from 'vite';

/** A JSON Web Token of any role but `anon`; false for anything that is not a token. */
function isPrivilegedToken(text: string): boolean {
  const [, payload, , ...more] = text.split('.');
  if (!payload || more.length > 0) return false;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const role: unknown = typeof claims === 'object' && claims !== null ? Reflect.get(claims, 'role') : undefined;
    return typeof role === 'string' && role !== 'anon';
  } catch {
    return false;
  }
}

/** Why these variables must not be built into a public app; null if they may. */
export function secretKeyProblem(env: Record<string, unknown>): string | null {
  const secret = Object.entries(env).find(([name, value]) => {
    if (!name.startsWith('VITE_') || typeof value !== 'string') return false;
    const key = value.replace(/["'\s]/g, '');
    return /^(?:sb_secret_|sbp_)/.test(key) || isPrivilegedToken(key);
  });
  if (!secret) return null;
  return (
    `${secret[0]} holds a secret key. Everybody who opens the app could read it and do anything with your data. ` +
    'Put the publishable key (sb_publishable_…) there. If a build with the secret key was ever published, replace that key in the project.'
  );
}

export function refuseSecretKeys(): Plugin {
  return {
    name: 'farm-diary:refuse-secret-keys',
    configResolved({ env }) {
      const problem = secretKeyProblem(env);
      if (problem !== null) throw new Error(problem);
    },
  };
}
