// Build step: prerenders the signed-out landing page with its styles into index.html, so that it is painted with the
// server's first response, before any script; and writes a separate document for each public page.
import { resolve } from 'node:path';
import { runnerImport, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import { missingSettings, PLACEHOLDER_SITE } from '../../src/app/public-site/site.ts';

type Bundle = Rolldown.OutputBundle;
/** The module prerender.tsx, which is compiled and loaded at build time as app code. */
type Prerender = typeof import('./prerender');

const textOf = (source: string | Uint8Array) =>
  typeof source === 'string' ? source : new TextDecoder().decode(source);

/** The entry's stylesheet (its content and file name), and the page without its link. */
function extractStyles(html: string, bundle: Bundle) {
  const link = /\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/;
  const file = link.exec(html)?.[1] ?? '';
  const asset = bundle[file];
  if (asset?.type !== 'asset') throw new Error('index.html has no stylesheet to write into the pages');
  return { css: textOf(asset.source).trim(), file, page: html.replace(link, '') };
}

/** The files of a hydrated page and their static imports, which are preloaded to save a round trip. */
function filesOf(bundle: Bundle, entries: readonly string[], html: string): string[] {
  const files = entries.flatMap((entry) => {
    const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(entry));
    if (chunk?.type !== 'chunk') throw new Error(`the build has no file of ${entry}`);
    return [chunk.fileName, ...chunk.imports];
  });
  return [...new Set(files)].filter((file) => !html.includes(`/${file}"`));
}

/** What a signed-in user needs, whichever page they open. */
const SIGNED_IN = ['/src/app/signed-in-app.tsx', '/src/offline/snapshot/snapshot-keeper.ts', '/src/lib/supabase.ts'];

/** Replaces stylesheets with empty modules: prerendering does not need them and has no CSS plugins. */
const withoutStyles: Plugin = {
  name: 'farm-diary:without-styles',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('.css') ? '\0no-styles' : null),
  load: (id) => (id === '\0no-styles' ? '' : null),
};

/** The site's address, without a trailing slash. */
function siteAddress({ env }: ResolvedConfig): string {
  const configured: unknown = env['VITE_SITE_URL'];
  return typeof configured === 'string' && configured !== '' ? new URL(configured).origin : PLACEHOLDER_SITE;
}

/** Replacements of the environment variables that pages show, with the same values as in the app's own code. */
const pageEnvironment = (env: ResolvedConfig['env']) =>
  Object.fromEntries(
    ['VITE_OPERATOR_NAME', 'VITE_OPERATOR_ADDRESS'].map((name) => [
      `import.meta.env.${name}`,
      JSON.stringify(String(env[name] ?? '')),
    ]),
  );

export function prerenderedPages(): Plugin {
  let config: ResolvedConfig;
  let prerenderModule: Prerender | undefined;
  let pages: ReturnType<Prerender['prerender']> = [];
  let styles = { css: '', file: '' };
  /** index.html before the landing page was inserted. */
  let template = '';
  return {
    name: 'farm-diary:prerendered-pages',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
      for (const problem of missingSettings(resolved.env)) resolved.logger.warn(problem);
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const { module } = await runnerImport<Prerender>(resolve(config.root, 'build/prerender/prerender.tsx'), {
          root: config.root,
          configFile: false,
          resolve: { alias: config.resolve.alias },
          logLevel: 'error',
          define: pageEnvironment(config.env),
          plugins: [withoutStyles],
        });
        prerenderModule = module;
        pages = module.prerender();
        const { css, file, page: emptyPage } = extractStyles(html, bundle);
        styles = { css, file };
        // The page is prerendered, so the script need not wait for the document. (In development it must, or it would
        // run before what the development server inserts ahead of it.)
        template = emptyPage.replace('<script type="module"', () => '<script type="module" async');
        const [first] = pages;
        if (first?.path !== '/') throw new Error('the landing page is not the first page');
        // Loaded along with the script, but only for signed-out visitors: boot.js decides.
        const files = filesOf(bundle, ['/src/app/public-site/landing.tsx'], template);
        // The same document opens the app, so the app's files are listed too.
        const preloads =
          module.preloadMeta(files, 'preload-page') +
          module.preloadMeta(filesOf(bundle, SIGNED_IN, template), 'preload-app');
        const page = module.withPage(template, first, siteAddress(config));
        return module.withStyles(
          page.replace('</head>', () => `${preloads}</head>`),
          css,
          file,
        );
      },
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        if (!prerenderModule) throw new Error('the pages were not rendered');
        const site = siteAddress(config);
        const otherStyles = Object.values(bundle)
          .filter((file) => file.type === 'asset' && file.fileName.endsWith('.css') && file.fileName !== styles.file)
          .map((file) => (file.type === 'asset' ? textOf(file.source) : ''));
        const allStyles = { ...styles, css: [styles.css, ...otherStyles].join('') };
        const files = filesOf(bundle, ['/src/app/public-site/eager-contact.tsx'], template);
        for (const page of pages.slice(1)) {
          this.emitFile({
            type: 'asset',
            fileName: `${page.path.slice(1)}.html`,
            source: prerenderModule.documentOf(template, page, site, allStyles, files),
          });
        }
        this.emitFile({ type: 'asset', fileName: 'sitemap.xml', source: prerenderModule.siteMap(pages, site) });
        const robots = `User-agent: *\nDisallow: /update-password\nDisallow: /forgot-password\n\nSitemap: ${site}/sitemap.xml\n`;
        this.emitFile({ type: 'asset', fileName: 'robots.txt', source: robots });
      },
    },
  };
}
