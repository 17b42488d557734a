// The size gate: how many bytes of gzipped JavaScript each route fetches until it is usable, from the build's manifest.
// Menus, PDF and maps are loaded on demand and do not count. In size-budget.json, `page` is the limit of every page
// behind the sign-in, `pages` contains exceptions, and `more` lists what a page waits for besides its own file. `own` limits
// what a page fetches that the sign-in did not, such as the charts of the reports. `install` limits what the worker stores:
// for a signed-in start, and in all.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';
/** The worker's list of files, in its script. */
const PRECACHE_LIST = /\[\{"[^\]]*\}\]/;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const gzipped = (file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;

/** The files into which these modules and all their static imports are built. */
function filesOf(manifest, modules) {
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the build: correct tests/support/size-budget.json`);
    if (seen.has(key)) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  modules.forEach(visit);
  return [...new Set([...seen].map((key) => manifest[key].file))].filter((file) => file.endsWith('.js'));
}

/** The pages that the app's file loads, which contains the table of routes: [path, module] of each. */
function pagesOf(manifest) {
  const app = Object.values(manifest).find(({ name }) => name === 'app');
  const modules = (app?.dynamicImports ?? []).filter((key) => /^src\/features\/.*-page\.tsx$/.test(key));
  return modules.map((key) => [key.replace(/^.*\/(.*)-page\.tsx$/, '/$1'), key]);
}

const readBuild = () => ({
  manifest: JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')),
  budget: JSON.parse(readFileSync('tests/support/size-budget.json', 'utf8')),
});

/** What the build in dist makes each route wait for: {name, files, bytes, limit in kB}. */
export function weighBuild() {
  const { manifest, budget } = readBuild();
  const weighFiles = (name, files, limit) => ({
    ...{ name, files, limit },
    bytes: files.reduce((sum, file) => sum + gzipped(file), 0),
  });
  const weigh = (name, modules, limit) => weighFiles(name, filesOf(manifest, modules), limit);
  const pages = pagesOf(manifest);
  const shared = new Set(filesOf(manifest, budget.signedIn));
  return [
    weigh('signed out', budget.signedOut.modules, budget.signedOut.limit),
    ...pages.map(([path, module]) =>
      weigh(path, [...budget.signedIn, module, ...(budget.more[path] ?? [])], budget.pages[path] ?? budget.page),
    ),
    ...pages
      .filter(([path]) => path in budget.own)
      .map(([path, module]) =>
        weighFiles(
          `${path} alone`,
          filesOf(manifest, [module]).filter((file) => !shared.has(file)),
          budget.own[path],
        ),
      ),
  ];
}

/** Compares the build in dist with the budget; prints a line per route; returns how many passed and failed. */
export function sizeGate() {
  const { manifest, budget } = readBuild();
  const counts = { passed: 0, failed: 0, failures: [] };
  const record = (ok, line) => {
    counts[ok ? 'passed' : 'failed'] += 1;
    if (!ok) counts.failures.push(`✗ ${line}`);
    console.log(`${ok ? '✓' : '✗'} ${line}`);
  };
  const weights = weighBuild();
  for (const { name, files, bytes, limit } of weights)
    record(bytes <= limit * 1000, `${name}: ${kB(bytes)} of ${limit} kB in ${files.length} files`);
  const missingPages = Object.keys({ ...budget.pages, ...budget.more, ...budget.own }).filter(
    (path) => !weights.some(({ name }) => name === path),
  );
  record(
    missingPages.length === 0,
    `every budget has a page${missingPages.length ? `; missing: ${missingPages.join(', ')}` : ''}`,
  );

  // The transfer size of what the worker stores: text is compressed, pictures and fonts are not.
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8');
  const listed = JSON.parse(PRECACHE_LIST.exec(worker)?.[0] ?? '[]');
  const transferSize = (files) =>
    files.reduce((sum, file) => sum + Math.min(gzipped(file), statSync(join(DIST, file)).size), 0);
  const startFiles = ['sw.js', ...listed.filter(({ later }) => !later).map(({ url }) => url)];
  const allFiles = [...startFiles, ...listed.filter(({ later }) => later).map(({ url }) => url)];
  const installs = [
    ['a signed-in start', startFiles, budget.install.start],
    ['the whole app', allFiles, budget.install.whole],
  ];
  for (const [name, files, limit] of installs) {
    const size = transferSize(files);
    record(size <= limit * 1000, `${name} stores ${kB(size)} of ${limit} kB in ${files.length} files`);
    // Without signal, a script whose import is not on the device does not run.
    const stored = new Set(files);
    const broken = Object.values(manifest).filter(
      ({ file, imports = [] }) =>
        file.endsWith('.js') && stored.has(file) && imports.some((key) => !stored.has(manifest[key].file)),
    );
    record(
      broken.length === 0,
      `scripts of ${name} import only stored ones${broken.length ? `; not so: ${broken.map(({ file }) => file).join(', ')}` : ''}`,
    );
  }
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = sizeGate().failed > 0 ? 1 : 0;
