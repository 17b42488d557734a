// Build step: reduces @supabase/auth-js to what this app uses. Removed are the admin calls except the one that signs
// out (the others need the secret key, which no page has) and the sign-in methods that are not offered. This saves a
// fifth of the client on every page with a session.
import type { Plugin } from 'vite';

const ADMIN_CUTS = [
  ['        this.mfa = {', '    /**\n     * Removes a logged-in session.', '    }\n'],
  ['    /**\n     * Sends an invite link', '//# sourceMappingURL', '}\n'],
] as const;

const signingOutOnly = (code: string): string =>
  ADMIN_CUTS.reduce((rest, [from, to, between]) => {
    const [first, last] = [rest.indexOf(from), rest.indexOf(to)];
    if (first < 0 || last < first) throw new Error(`auth-js has changed: look for ${JSON.stringify([from, to])}`);
    return rest.slice(0, first) + between + rest.slice(last);
  }, code);

/** Sign-in with a provider, wallet, passkey or mailed code is not offered, and this app is no OAuth provider. */
const NOT_OFFERED = [
  'signInAnonymously',
  'signInWithOAuth',
  'signInWithWeb3',
  'signInWithEthereum',
  'signInWithSolana',
  'signInWithIdToken',
  'signInWithOtp',
  'signInWithSSO',
  'signInWithPasskey',
  'registerPasskey',
  'linkIdentityOAuth',
  'linkIdentityIdToken',
  'unlinkIdentity',
  'getUserIdentities',
  'fetchJwk',
  'getClaims',
  '_getAuthorizationDetails',
  '_approveAuthorization',
  '_denyAuthorization',
  '_listOAuthGrants',
  '_revokeOAuthGrant',
  '_startPasskeyRegistration',
  '_verifyPasskeyRegistration',
  '_startPasskeyAuthentication',
  '_verifyPasskeyAuthentication',
  '_listPasskeys',
  '_updatePasskey',
  '_deletePasskey',
];

/** Keeps each of these methods by name, because the constructor binds it, but lets it throw. */
const offeredOnly = (code: string): string =>
  NOT_OFFERED.reduce((rest, name) => {
    const head = new RegExp(String.raw`^    async ${name}\(.*\) \{\n`, 'm').exec(rest);
    const end = head ? rest.indexOf('\n    }\n', head.index) : -1;
    if (!head || end < 0) throw new Error(`auth-js has changed: look for ${name}`);
    return `${rest.slice(0, head.index)}    async ${name}() {\n        throw new Error('left out of the build');${rest.slice(end)}`;
  }, code);

const CUTS: readonly (readonly [file: string, cut: (code: string) => string])[] = [
  ['/auth-js/dist/module/GoTrueAdminApi.js', signingOutOnly],
  ['/auth-js/dist/module/GoTrueClient.js', offeredOnly],
];

export const smallAuth = (): Plugin => ({
  name: 'farm-diary:small-auth',
  apply: 'build',
  transform: (code, id) => {
    const cut = CUTS.find(([file]) => id.endsWith(file))?.[1];
    return cut && { code: cut(code), map: { mappings: '' } };
  },
});
