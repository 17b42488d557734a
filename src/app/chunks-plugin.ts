// A part of the build: how the modules are put into files. What is always loaded together is one file, so that a slow
// connection pays for one answer instead of thirty; what a page alone needs stays with the page.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null };
type Graph = { getModuleInfo: (id: string) => Module | null };

const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id);
const isIconList = (id: string) => id.endsWith('/lucide-react.mjs');

/** The icons' list re-exports a file each, under several names. */
function iconFiles(list: string): Map<string, string> {
  const lines = readFileSync(list, 'utf8').matchAll(/^export \{(.*)\} from '(.*)';$/gm);
  return new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, resolve(dirname(list), file)] as const),
    ),
  );
}

/** A module and all that it needs at once. Of the icons' list these are the icons it names, not the whole list. */
function closure(entry: string, graph: Graph): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    for (const next of module?.importedIds ?? []) {
      if (!isIconList(next)) visit(next);
      else for (const icon of iconsOf(module?.code ?? '', next)) visit(icon);
    }
  };
  visit(entry);
  return seen;
}

function iconsOf(code: string, list: string): string[] {
  const names = [...code.matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(' as ')[0] ?? ''),
  );
  const files = iconFiles(list);
  return names.flatMap((name) => files.get(name) ?? []);
}

const ROUTES = 'src/app/routes.tsx';
/** What so many pages need is one file for all of them. */
const MANY_PAGES = 4;

/** The pages of the route table, by name, each with all that it needs at once. */
function pagesOf(routes: string, graph: Graph): (readonly [name: string, ids: Set<string>])[] {
  const pages = graph.getModuleInfo(routes)?.dynamicallyImportedIds ?? [];
  return pages.map((page) => [basename(page).replace(/-page\.\w+$/, ''), closure(page, graph)]);
}

export function fewFiles(): Plugin {
  let root = process.cwd();
  // In the order of use. Each file holds what its entry needs and no file before it has, so that no two need each other.
  // The backend's client has its own: the sign-in form fetches it ahead.
  const entries = [
    ['first', 'src/main.tsx'],
    ['landing', 'src/app/landing.tsx'],
    ['open', 'src/app/public-pages.tsx'],
    ['client', 'src/lib/supabase.ts'],
    ['app', 'src/app/signed-in-app.tsx'],
  ] as const;
  let needs: ReturnType<typeof pagesOf> | undefined;
  let pages: ReturnType<typeof pagesOf> | undefined;
  // Of the signed-out first page only what no screen behind it uses stands apart: the rest comes with the first file.
  const landingOnly = (id: string) => /\/src\/(?:features\/sign-in|app\/landing|ui\/tabs)|\/@radix-ui\//.test(id);
  const name = (id: string, graph: Graph): string | null => {
    needs ??= entries.map(([file, entry]) => [file, closure(resolve(root, entry), graph)]);
    const file = needs.find(([, ids]) => ids.has(id))?.[0] ?? null;
    return file === 'landing' && !landingOnly(id) ? 'first' : file;
  };
  // What the same pages need stands together. What it needs itself, all of them need: no file waits for one of fewer.
  const between = (id: string, graph: Graph): string | null => {
    pages ??= pagesOf(resolve(root, ROUTES), graph);
    const users = pages.filter(([, ids]) => ids.has(id)).map(([page]) => page);
    if (users.length < 2) return null;
    return users.length >= MANY_PAGES || isIcon(id) ? 'shared' : users.join('_');
  };
  return {
    name: 'farm-diary:few-files',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name, priority: 2 },
                { name: between, priority: 1 },
              ],
            },
          },
        },
      },
    }),
    configResolved(config) {
      root = config.root;
    },
  };
}
