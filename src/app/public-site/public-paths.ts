/** Open to everybody, in every state of an account. */
export const publicPages = [
  { path: '/features', title: 'Features' },
  { path: '/about', title: 'About Us' },
  { path: '/pricing', title: 'Pricing' },
  { path: '/contact', title: 'Contact Support' },
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-and-conditions', title: 'Terms & Conditions' },
] as const;

const SIGNED_OUT_PATHS = new Set(['/', '/forgot-password', '/update-password']);

/** The path of an address: without query, fragment and slashes at its end. */
export function pathOf(address: string): string {
  const [path = ''] = address.split(/[?#]/);
  return path.length > 1 ? path.replace(/\/+$/, '') : '/';
}

export const isPublicPath = (address: string) => publicPages.some(({ path }) => path === pathOf(address));

export const isSignedOutPath = (address: string) => SIGNED_OUT_PATHS.has(pathOf(address));

/**
 * The address to show to a signed-out visitor: the given one if it needs no session, otherwise the landing page with
 * the same query string and fragment, which carry invitations and sign-in links.
 */
export const signedOutAddress = (address: string) =>
  isSignedOutPath(address) ? address : `/${address.replace(/^[^?#]*/, '')}`;
