// The size gate: how many bytes of gzipped JavaScript each route fetches until it is usable, from the build's manifest.
// Menus, PDF and maps are loaded on demand and do not count; size-budget.json lists what a route waits for.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const DIST = 'dist';
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

const allFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? allFiles(join(folder, entry.name)) : [join(folder, entry.name)],
  );

const readBuild = () => ({
  manifest: JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')),
  budget: JSON.parse(readFileSync('tests/support/size-budget.json', 'utf8')),
});

/** What the build in dist makes each route wait for: {name, files, bytes, limit in kB}. */
export function weighBuild() {
  const { manifest, budget } = readBuild();
  const { signedOut, signedIn, routes } = budget;
  const weigh = (name, modules, limit) => {
    const files = filesOf(manifest, modules);
    return { name, files, bytes: files.reduce((sum, file) => sum + gzipped(file), 0), limit };
  };
  return [
    weigh('signed out', signedOut.modules, signedOut.limit),
    ...routes.map(({ route, pages, limit }) => weigh(route, [...signedIn.modules, ...pages], limit)),
  ];
}

/** Compares the build in dist with the budget; prints a line per route; returns how many passed and failed. */
export function sizeGate() {
  const { manifest, budget } = readBuild();
  const counts = { passed: 0, failed: 0 };
  const verdict = (ok, line) => {
    counts[ok ? 'passed' : 'failed'] += 1;
    console.log(`${ok ? '✓' : '✗'} ${line}`);
  };
  for (const { name, files, bytes, limit } of weighBuild())
    verdict(bytes <= limit * 1000, `${name}: ${kB(bytes)} of ${limit} kB in ${files.length} files`);
  // A page without a budget could grow unnoticed.
  const pages = Object.keys(manifest).filter(
    (key) => /^src\/features\/.*-page\.tsx$/.test(key) && manifest[key].isDynamicEntry,
  );
  const budgeted = new Set([
    ...budget.signedIn.modules,
    ...budget.signedOut.later,
    ...budget.routes.flatMap(({ pages }) => pages),
  ]);
  const forgotten = pages.filter((page) => !budgeted.has(page));
  verdict(
    forgotten.length === 0,
    `every page has a budget${forgotten.length ? `; missing: ${forgotten.join(', ')}` : ''}`,
  );

  // The transfer size of what the worker installs: text is compressed, pictures and fonts are not.
  const worker = readFileSync(join(DIST, 'sw.js'), 'utf8');
  const installed = allFiles(DIST).filter(
    (file) =>
      /\.(?:js|css|html|svg|webmanifest|woff2|ttf)$/.test(file) &&
      (file.endsWith('sw.js') || worker.includes(`"${file.slice(DIST.length + 1)}"`)),
  );
  const wire = installed.reduce(
    (sum, file) => sum + Math.min(gzipSync(readFileSync(file), { level: 9 }).length, statSync(file).size),
    0,
  );
  verdict(
    wire <= budget.install * 1000,
    `whole install: ${kB(wire)} of ${budget.install} kB in ${installed.length} files`,
  );
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = sizeGate().failed > 0 ? 1 : 0;
