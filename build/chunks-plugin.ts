// Build step: how modules are grouped into files. Modules that are always loaded together become one file, so that a
// slow connection pays for one response instead of thirty; what only one page needs stays with that page.
import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

type Module = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[]; code: string | null };
type Graph = { getModuleInfo: (id: string) => Module | null };

const isIcon = (id: string) => /\/lucide-react\/dist\/esm\/icons\//.test(id);
const isIconList = (id: string) => id.endsWith('/lucide-react.mjs');

const iconLists = new Map<string, Map<string, string>>();

/**
 * Files by icon name. The index re-exports one file per icon, under several names. It is long, and every module with an
 * icon imports it.
 */
function iconFiles(list: string): Map<string, string> {
  const cached = iconLists.get(list);
  if (cached) return cached;
  const lines = readFileSync(list, 'utf8').matchAll(/^export \{(.*)\} from '(.*)';$/gm);
  const files = new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, resolve(dirname(list), file)] as const),
    ),
  );
  iconLists.set(list, files);
  return files;
}

/**
 * A module and everything it imports statically; with `withDynamic` also what it imports dynamically. An import from
 * the icon index adds only the icons that it names, not the whole index.
 */
function closure(entry: string, graph: Graph, withDynamic = false): Set<string> {
  const seen = new Set<string>();
  const visit = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    if (withDynamic) module?.dynamicallyImportedIds.forEach(visit);
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

export const ROUTES = 'src/app/routes.ts';
/** Characters before compression: below this a module costs less than a request of its own. */
const SMALL_MODULE = 1200;

/**
 * A page of the office that shares many modules with the pages of a start. It does not split their files, which would make each
 * start load more; it loads them whole.
 */
const SPLITS_NO_FILES = 'day-sheet';

/** The paths of the pages that a file was made for, by the file's name. */
export const pagesOfFile = (name: string): string[] =>
  name
    .replace(/(?:-page|_more)$/, '')
    .split('_')
    .map((page) => `/${page}`);

/**
 * Assigns the modules that pages of the route table need to files. Modules needed by the same pages share a file; what
 * at least half of the pages need, and what is small, goes into one file for all. A group of modules that includes a
 * package is never common, because packages are too large for pages that do not need them. A module's imports are
 * needed by all of its pages, so no file depends on a file of fewer pages. `isBase`: modules that already have a file.
 */
function filesOfPages(root: string, graph: Graph, isBase: (id: string) => boolean): Map<string, string> {
  const pages = graph.getModuleInfo(resolve(root, ROUTES))?.dynamicallyImportedIds ?? [];
  const pagesByModule = new Map<string, string[]>();
  /** How many pages reach a module, statically or dynamically. */
  const reachCounts = new Map<string, number>();
  for (const page of pages) {
    const name = basename(page).replace(/-page\.\w+$/, '');
    for (const id of closure(page, graph))
      if (!isBase(id)) pagesByModule.set(id, [...(pagesByModule.get(id) ?? []), name]);
    for (const id of closure(page, graph, true)) reachCounts.set(id, (reachCounts.get(id) ?? 0) + 1);
  }
  // What only a page and its own dialogs need stays with the page.
  const isOwn = (id: string) => reachCounts.get(id) === 1;
  const sets = new Map<string, { pages: number; ids: string[] }>();
  for (const [id, all] of pagesByModule) {
    const others = all.filter((name) => name !== SPLITS_NO_FILES);
    const names = others.length > 1 ? others : all;
    const key = names.join('_');
    if (names.length === 1 && !isOwn(id)) continue;
    const set = sets.get(key) ?? { pages: names.length, ids: [] };
    set.ids.push(id);
    sets.set(key, set);
  }
  const sizeOf = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (graph.getModuleInfo(id)?.code?.length ?? 0), 0);
  // Of what two pages share, parts that others reach on demand have a file of their own: others would load the rest with it.
  for (const [key, { pages: count, ids }] of [...sets]) {
    const forMore = ids.filter((id) => (reachCounts.get(id) ?? 0) > 2);
    const rest = ids.filter((id) => !forMore.includes(id));
    if (count !== 2 || forMore.length === 0 || sizeOf(rest) < SMALL_MODULE) continue;
    sets.set(key, { pages: count, ids: rest });
    sets.set(`${key}_more`, { pages: count, ids: forMore });
  }
  const files = new Map<string, string>();
  const counted = pages.filter((page) => !basename(page).startsWith(SPLITS_NO_FILES)).length;
  for (const [key, { pages: count, ids }] of [...sets].toSorted(([, a], [, b]) => b.pages - a.pages)) {
    const otherImports = () =>
      ids.flatMap((id) => [...closure(id, graph)]).filter((id) => !isBase(id) && !ids.includes(id));
    const isSmall = sizeOf(ids) < SMALL_MODULE && otherImports().every((id) => files.get(id) === 'shared');
    const isCommon = count * 2 >= counted && !ids.some((id) => id.includes('/node_modules/') && !isIcon(id));
    for (const id of ids)
      files.set(id, count === 1 ? `${key}-page` : isSmall || isCommon || isIcon(id) ? 'shared' : key);
  }
  return files;
}

/**
 * Code that reads local storage at each start. Pages use it too, but it has a file of its own: in a file shared by some
 * pages, each start would load the rest of that file as well.
 */
const DEVICE_ENTRIES = [
  'src/offline/snapshot/snapshot-keeper.ts',
  'src/offline/outbox/store/store.ts',
  'src/offline/outbox/store/files.ts',
];

/** Parts of the query library that only the works list uses; the library's index exports them with the rest. */
const WORKS_LIST_ONLY = /\/modern\/(?:queriesObserver|useQueries)\.js$/;

export function groupedChunks(): Plugin {
  let root = process.cwd();
  // In the order of use. Each file holds what its entry needs and no earlier file has, so no two depend on each other.
  // The backend's client has its own file, because the sign-in form preloads it.
  const entries = [
    ['first', 'src/main.tsx'],
    ['landing', 'src/app/public-site/landing.tsx'],
    ['open', 'src/app/public-site/public-pages.tsx'],
    ['client', 'src/lib/supabase.ts'],
    ['app', 'src/app/signed-in-app.tsx'],
  ] as const;
  let closures: (readonly [file: string, ids: Set<string>])[] | undefined;
  // Only the parts of the landing page that no signed-in screen uses get a file of their own; the rest is in the first
  // file.
  const landingOnly = (id: string) =>
    /\/src\/(?:features\/sign-in|app\/public-site\/landing|ui\/layout\/tabs)|\/@radix-ui\//.test(id);
  const name = (id: string, graph: Graph): string | null => {
    if (WORKS_LIST_ONLY.test(id)) return 'queries';
    closures ??= entries.map(([file, entry]) => [file, closure(resolve(root, entry), graph)]);
    const file = closures.find(([, ids]) => ids.has(id))?.[0] ?? null;
    return file === 'landing' && !landingOnly(id) ? 'first' : file;
  };
  let pageFiles: Map<string, string> | undefined;
  const ofPages = (id: string, graph: Graph): string | null => {
    pageFiles ??= filesOfPages(root, graph, (one) => name(one, graph) !== null || onDevice(one, graph) !== null);
    return pageFiles.get(id) ?? null;
  };
  let deviceClosures: Set<string>[] | undefined;
  const onDevice = (id: string, graph: Graph): string | null => {
    deviceClosures ??= DEVICE_ENTRIES.map((entry) => closure(resolve(root, entry), graph));
    return deviceClosures.some((ids) => ids.has(id)) ? 'device' : null;
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
                { name, priority: 3, debugName: 'entries' },
                { name: onDevice, priority: 2, debugName: 'device' },
                { name: ofPages, priority: 1, debugName: 'pages' },
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
