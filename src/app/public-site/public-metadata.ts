// Descriptions and structured data of the public pages, for search engines and link previews. Used by the build only.
import { BRAND } from '@/lib/brand';
import type { publicPages } from './public-paths';

export type PublicPath = '/' | (typeof publicPages)[number]['path'];

export type RenderedPage = {
  path: PublicPath;
  /** The document's title as an element, which React writes into the head. */
  title: string;
  description: string;
  /** The content of #root. */
  markup: string;
  /** The page is hydrated: the markup must equal what the script would render. */
  hydrated: boolean;
};

/** In the order of the site map. */
export const pageDescriptions: readonly { path: PublicPath; description: string }[] = [
  {
    path: '/',
    description:
      'Log the work on your phone, with or without signal. Hours and invoices follow. 30 days free, then £15.99 a year for the whole crew.',
  },
  {
    path: '/features',
    description:
      'What Farm Diary does for farms, contractors and service providers: jobs logged without signal, dated prices, invoices with VAT, and who still has to pay.',
  },
  {
    path: '/about',
    description:
      'A work diary and invoice book for farmers, agri-contractors, agri-businesses, the self-employed and service providers in the UK and Ireland, and their crews.',
  },
  {
    path: '/pricing',
    description:
      'One plan, £15.99 a year for each main account, with 6 more users at no extra cost. 30 days free, no credit card required.',
  },
  {
    path: '/contact',
    description: 'A question, a fault or an idea: write to Farm Diary support. No account is needed.',
  },
  {
    path: '/privacy-policy',
    description:
      'What Farm Diary stores about you, where, for how long and who else handles it. What is kept on your phone, and how to get your data out.',
  },
  {
    path: '/terms-and-conditions',
    description: 'The terms of Farm Diary: the free trial, the yearly subscription, cancelling, your records and ours.',
  },
];

const app = (site: string) => ({
  '@type': 'SoftwareApplication',
  '@id': `${site}/#app`,
  name: BRAND,
  url: `${site}/`,
  image: `${site}/share.jpg`,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Any with a current browser: Android, iOS, Windows, macOS, Linux',
  description: pageDescriptions[0]?.description,
  offers: {
    '@type': 'Offer',
    price: '15.99',
    priceCurrency: 'GBP',
    description: 'A year for each main account, intro offer. 30 days free.',
    url: `${site}/pricing`,
  },
});

/** Structured data of a page (schema.org, JSON-LD). `site`: its origin, without a trailing slash. */
export function structuredData(path: PublicPath, title: string, description: string, site: string): object {
  const url = `${site}${path}`;
  const page = {
    '@type': path === '/about' ? 'AboutPage' : path === '/contact' ? 'ContactPage' : 'WebPage',
    '@id': url,
    url,
    name: title,
    description,
    inLanguage: 'en-GB',
    isPartOf: { '@type': 'WebSite', '@id': `${site}/#site`, url: `${site}/`, name: BRAND },
  };
  const breadcrumbs = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: BRAND, item: `${site}/` },
      { '@type': 'ListItem', position: 2, name: title, item: url },
    ],
  };
  const describesApp = path === '/' || path === '/features' || path === '/pricing';
  return {
    '@context': 'https://schema.org',
    '@graph': [page, ...(path === '/' ? [] : [breadcrumbs]), ...(describesApp ? [app(site)] : [])],
  };
}
