// The web app manifest.
import { BRAND } from '../src/lib/brand.ts';

/** The colours of the top bar and the page in the light theme, as in src/styles/tokens.css. */
const BAR = '#102e20';
const SURFACE = '#f6f4ec';

const ICON = { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' };

/** Offered on a long press of the app's icon. */
const shortcuts = [
  { name: 'Add Work', description: 'Log a job, with or without signal', url: '/add-work', icons: [ICON] },
  {
    name: 'Time Tracker',
    description: 'Start or stop the clock of your working day',
    url: '/time-tracker',
    icons: [ICON],
  },
  { name: 'Add Note', description: 'Write down what is no job to charge', url: '/add-note', icons: [ICON] },
  { name: 'Invoices', description: 'Turn logged work into an invoice', url: '/invoices', icons: [ICON] },
];

/** Made from the demo farm by `npm run screenshots`; shown before installing, and not part of the installation. */
const screenshot = (name: string, label: string, wide = false) => ({
  src: `/screenshots/${name}.webp`,
  sizes: wide ? '1440x900' : '1080x2340',
  type: 'image/webp',
  form_factor: wide ? ('wide' as const) : ('narrow' as const),
  label,
});

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
    ICON,
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts,
  screenshots: [
    screenshot('add-work', 'Log a job in three presses'),
    screenshot('works-list', 'Everything that was done, and what it comes to'),
    screenshot('invoices', 'Invoices, and who still has to pay', true),
  ],
};
