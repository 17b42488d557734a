// The size gate: how many bytes of gzipped JavaScript each route fetches until it is usable, from the build's manifest.
// Menus, PDF and maps are loaded on demand and do not count. There are three limits, in size-budget.json: the signed-out
// start, and what the worker stores for a signed-in start and in all. What each page behind the sign-in fetches is printed,
// so that a page that grows is seen; `more` lists what a page waits for besides its own file.
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

/** What the build in dist makes each route wait for: {name, files, bytes}. The signed-out start is the first. */
export function weighBuild() {
  const { manifest, budget } = readBuild();
  const weigh = (name, modules) => {
    const files = filesOf(manifest, modules);
    return { name, files, bytes: files.reduce((sum, file) => sum + gzipped(file), 0) };
  };
  return [
    weigh('signed out', budget.signedOut.modules),
    ...pagesOf(manifest).map(([path, module]) =>
      weigh(path, [...budget.signedIn, module, ...(budget.more[path] ?? [])]),
    ),
  ];
}

/** Compares the build in dist with the limits; prints a line per route; returns how many limits passed and failed. */
export function sizeGate() {
  const { manifest, budget } = readBuild();
  const counts = { passed: 0, failed: 0, failures: [] };
  const record = (ok, line) => {
    counts[ok ? 'passed' : 'failed'] += 1;
    if (!ok) counts.failures.push(`✗ ${line}`);
    console.log(`${ok ? '✓' : '✗'} ${line}`);
  };
  const [signedOut, ...pages] = weighBuild();
  record(
    signedOut.bytes <= budget.signedOut.limit * 1000,
    `signed out: ${kB(signedOut.bytes)} of ${budget.signedOut.limit} kB in ${signedOut.files.length} files`,
  );
  for (const { name, files, bytes } of pages) console.log(`  ${name}: ${kB(bytes)} in ${files.length} files`);
  const missingPages = Object.keys(budget.more).filter((path) => !pages.some(({ name }) => name === path));
  record(
    missingPages.length === 0,
    `every page with more files exists${missingPages.length ? `; missing: ${missingPages.join(', ')}` : ''}`,
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
