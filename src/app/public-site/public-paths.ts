/** Open to everybody, in every state of an account. */
export const publicPages = [
  { path: '/features', title: 'Features' },
  { path: '/about', title: 'About Us' },
  { path: '/pricing', title: 'Pricing' },
  { path: '/contact', title: 'Contact Support' },
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/terms-and-conditions', title: 'Terms & Conditions' },
] as const;

export const isPublicPath = (path: string) => publicPages.some((page) => page.path === path.replace(/\/+$/, ''));
