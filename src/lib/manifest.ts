// What the app says of itself when it is installed.
import { BRAND } from './brand.ts';

/** The colours of the top bar and of the page in the light theme, as src/styles/tokens.css has them. */
const BAR = '#102e20';
const SURFACE = '#f6f4ec';

export const manifest = {
  id: '/',
  name: BRAND,
  short_name: BRAND,
  description: 'Job logging, invoicing and farm records for farmers, agri-contractors and their crews',
  lang: 'en-GB',
  dir: 'ltr' as const,
  start_url: '/',
  scope: '/',
  display: 'standalone' as const,
  theme_color: BAR,
  background_color: SURFACE,
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
};
