// A part of the build: of the admin's part of @supabase/auth-js what signs out. The rest needs the secret key, which no
// page has; left out it spares every page 2 kB.
import type { Plugin } from 'vite';

const CUTS = [
  ['        this.mfa = {', '    /**\n     * Removes a logged-in session.', '    }\n'],
  ['    /**\n     * Sends an invite link', '//# sourceMappingURL', '}\n'],
] as const;

const signingOutOnly = (code: string): string =>
  CUTS.reduce((rest, [from, to, between]) => {
    const [first, last] = [rest.indexOf(from), rest.indexOf(to)];
    if (first < 0 || last < first) throw new Error(`auth-js has changed: look for ${JSON.stringify([from, to])}`);
    return rest.slice(0, first) + between + rest.slice(last);
  }, code);

export const smallAuth = (): Plugin => ({
  name: 'farm-diary:small-auth',
  apply: 'build',
  transform: (code, id) =>
    id.endsWith('/auth-js/dist/module/GoTrueAdminApi.js')
      ? { code: signingOutOnly(code), map: { mappings: '' } }
      : undefined,
});
