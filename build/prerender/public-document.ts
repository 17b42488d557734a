// Build step: creates the document of a public page from the app's own document.
import { structuredData, type RenderedPage } from '@/app/public-site/public-metadata';
import { BRAND } from '@/lib/brand';
import { usedStyles } from './used-styles';

const escapeHtml = (value: string) =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Escapes '<', so that the data cannot end the script element. */
const escapeJson = (facts: object) => JSON.stringify(facts).replaceAll('<', '\\u003c');

const nameOf = (title: string) => title.replace(/<[^>]*>/g, '').replaceAll('&amp;', '&');

/** Title, description, and the metadata for other sites and search engines. */
function head({ path, title, description }: RenderedPage, site: string): string {
  const name = nameOf(title);
  const url = site + path;
  const meta = (key: 'property' | 'name', values: Record<string, string>) =>
    Object.entries(values).map(([property, content]) => `<meta ${key}="${property}" content="${escapeHtml(content)}">`);
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    ...meta('property', {
      'og:type': 'website',
      'og:site_name': BRAND,
      'og:locale': 'en_GB',
      'og:title': name,
      'og:description': description,
      'og:url': url,
      'og:image': `${site}/share.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt':
        'Fields from above with a yellow tractor, and the words: Every job, written down before you leave the gate.',
    }),
    ...meta('name', { 'twitter:card': 'summary_large_image' }),
    `<script type="application/ld+json">${escapeJson(structuredData(path, name, description, site))}</script>`,
  ].join('');
}

/** The app's document with a page in it. The replacements are functions, so that '$' has no special meaning. */
export function withPage(html: string, page: RenderedPage, site: string): string {
  return html
    .replace(/<title>.*?<\/title>/, () => page.title)
    .replace(
      /<meta\s+name="description"[^>]*>/,
      () => `<meta name="description" content="${escapeHtml(page.description)}">`,
    )
    .replace('</head>', () => `${head(page, site)}</head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${page.markup}</div>`);
}

/** Lists the scripts of a hydrated page, or of the app, that boot.js preloads in parallel with the first one. */
export const preloadMeta = (files: readonly string[], name: 'preload-page' | 'preload-app') =>
  `<meta name="${name}" content="${files.map((file) => `/${file}`).join(' ')}">`;

/**
 * The document with the styles that it uses inlined, so that it is painted with the first response. The full
 * stylesheet, for what a script renders later, is requested after everything else.
 */
export const withStyles = (html: string, css: string, stylesheet: string | null): string =>
  html
    .replace('</head>', () => `<style>${usedStyles(css, html)}</style></head>`)
    .replace('</body>', (end) =>
      stylesheet === null ? end : `<link rel="stylesheet" href="/${stylesheet}" data-whole=""></body>`,
    );

/**
 * A separate document for a public page. `html`: the app's document before any page was inserted, without styles. A
 * static page has no script but boot.js.
 */
export function documentOf(
  html: string,
  page: RenderedPage,
  site: string,
  styles: { css: string; file: string },
  files: readonly string[],
): string {
  const document = withPage(html, page, site)
    .replace('<html lang="en-GB"', () => `<html lang="en-GB" data-page="${page.path}"`)
    .replace(/\s*<p id="shell-loading">.*?<\/p>/, '')
    // It is about signing in; a page with its own form has its own text.
    .replace(/\s*<noscript>\s*<p class="no-script">[\s\S]*?<\/noscript>/, '')
    .replace('</head>', () => '<link rel="manifest" href="/manifest.webmanifest"></head>');
  if (page.hydrated) {
    return withStyles(
      document.replace('</head>', () => `${preloadMeta(files, 'preload-page')}</head>`),
      styles.css,
      styles.file,
    );
  }
  const withoutScripts = document
    .replace(/\s*<script type="module"[^>]*><\/script>/g, '')
    .replace(/\s*<link rel="modulepreload"[^>]*>/g, '');
  return withStyles(withoutScripts, styles.css, null);
}

/** The public addresses, for search engines. */
export const siteMap = (pages: readonly RenderedPage[], site: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${pages
    .map(({ path }) => `  <url><loc>${escapeHtml(site + path)}</loc></url>\n`)
    .join('')}</urlset>\n`;
