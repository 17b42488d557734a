// A part of the build: writes the signed-out first page and its styles into index.html, so that it is painted with the
// first answer of the server, before any script.
import { resolve } from 'node:path';
import { runnerImport, type Plugin, type ResolvedConfig } from 'vite';

type Prerender = typeof import('./prerender');

/** The stylesheet of the entry, taken from the files of the build. */
function takeStyles(html: string, bundle: Record<string, { type: string; source?: string | Uint8Array }>) {
  let css = '';
  const without = html.replace(/\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (_, file: string) => {
    const { source } = bundle[file] ?? {};
    if (source === undefined) throw new Error(`the build has no ${file}`);
    css += typeof source === 'string' ? source : new TextDecoder().decode(source);
    // It stands in the page; nobody else asks for it.
    Reflect.deleteProperty(bundle, file);
    return '';
  });
  if (css === '') throw new Error('index.html has no stylesheet to write into the page');
  return { css, without };
}

/** The first page in index.html: markup in #root, the whole stylesheet in the head. */
export function prerenderedLanding(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'farm-diary:prerendered-landing',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        if (!bundle) return html;
        const { module } = await runnerImport<Prerender>(resolve(config.root, 'src/app/prerender.tsx'), {
          root: config.root,
          configFile: false,
          resolve: { alias: config.resolve.alias },
          logLevel: 'error',
        });
        const { title, markup: rendered } = module.prerender();
        // The page's policy allows no style attributes; the tabs' library sets its own once the script has taken over.
        const markup = rendered.replace(/ style="[^"]*"/g, '');
        const { css, without } = takeStyles(html, bundle);
        // Fetched along with the script, but only by somebody who is signed out: boot.js decides.
        // With the files that they need at once: asked for only when they have come, they would cost one more answer.
        const ahead = (...modules: string[]) => {
          const files = modules.flatMap((module) => {
            const chunk = Object.values(bundle).find(
              (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module),
            );
            if (chunk?.type !== 'chunk') throw new Error(`the build has no file of ${module}`);
            return [chunk.fileName, ...chunk.imports];
          });
          return [...new Set(files)].filter((file) => !without.includes(`/${file}"`)).map((file) => `/${file}`);
        };
        const landing = ahead('/src/app/landing.tsx');
        const app = ahead('/src/app/signed-in-app.tsx', '/src/session/snapshot-keeper.ts', '/src/lib/supabase.ts');
        // Replacements are functions: a '$' in the text is a '$'.
        return (
          without
            // The first page stands before the script comes: the script need not wait for the page. (In development it must,
            // or it overtakes what the development server puts before it.)
            .replace('<script type="module"', () => '<script type="module" async')
            .replace(/<title>.*?<\/title>/, () => title)
            .replace(
              '</head>',
              () =>
                `<meta name="landing" content="${landing.join(' ')}"><meta name="app" content="${app.join(' ')}"><style>${css.trim()}</style></head>`,
            )
            .replace('<div id="root"></div>', () => `<div id="root">${markup}</div>`)
        );
      },
    },
  };
}
