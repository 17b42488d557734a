// Which test files belong to the files that were changed, by the names of folders and files. Vitest's own --changed
// follows imports: each test of a screen imports the whole app, and no test imports a migration.
import { execFileSync } from 'node:child_process';

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** The commit where this branch left the remote's main branch; the last commit if there is no remote. */
function baseCommit() {
  try {
    return git('merge-base', 'HEAD', 'origin/HEAD')[0];
  } catch {
    return 'HEAD';
  }
}

/** Files that differ from `since` (a commit), and new files; paths from the root of the repository. */
export const changedFiles = (since = baseCommit()) => [
  ...git('diff', '--name-only', '--diff-filter=d', since),
  ...git('ls-files', '--others', '--exclude-standard'),
];

/** Tests that a migration may break whatever its subject: rights, policies, query plans, declarations and types. */
const TESTS_OF_EVERY_MIGRATION = ['invariants', 'privileges', 'types', 'plans-complete', 'records'];

/** The folders of tests/features for what screens share; the other layers have a folder of their own name, or none. */
const TESTS_OF_LAYER = { app: ['access', 'public', 'shell'], session: ['access', 'shell', 'sign-in'] };

/** Prefixes of the paths of a changed file's tests; `prefix*name` means files named so in any folder below. */
export function pathPatterns(file) {
  if (/^tests\/.*\.test\.tsx?$/.test(file)) return [file];
  const match = (path) => path.exec(file)?.[1];
  const helpers = match(/^(tests\/(?:database|domain|e2e|features|functions|outbox)\/(?:.*\/)?)[^/]+$/);
  if (helpers) return [helpers];
  const record = match(/^src\/records\/(?:.+\/)?([^/]+)\.ts$/);
  if (record) return ['tests/database/records.', `tests/features/${record}/`];
  // A subject has one folder name in all of these.
  const subject = match(/^src\/(?:features|data|domain|widgets)\/([^/]+)\//);
  if (subject) return [`tests/features/${subject}/`];
  const layer = match(/^src\/([^/]+)\//);
  if (layer) return (TESTS_OF_LAYER[layer] ?? [layer]).map((name) => `tests/features/${name}/`);
  // A function's test may be named after its subject, such as checkout; all of them take twenty seconds.
  if (file.startsWith('supabase/functions/')) return ['tests/functions/'];
  const migration = match(/^supabase\/migrations\/\d+_(.+)\.sql$/);
  if (migration)
    return [...TESTS_OF_EVERY_MIGRATION.map((name) => `${name}.`), migration.replaceAll('_', '-')].map(
      (name) => `tests/database/*${name}`,
    );
  return file.startsWith('supabase/local/') ? ['tests/database/embedded/', 'tests/database/types.'] : [];
}

const matches = (file, pattern) => {
  const [prefix, name] = pattern.split('*');
  return name === undefined ? file.startsWith(pattern) : file.startsWith(prefix) && file.includes(`/${name}`);
};

/** The test files that belong to changed files. */
export function relatedTests(files) {
  const patterns = files.flatMap(pathPatterns);
  return git('ls-files', '--cached', '--others', '--exclude-standard', 'tests')
    .filter((file) => /\.test\.tsx?$/.test(file) && !file.startsWith('tests/soak/'))
    .filter((file) => patterns.some((pattern) => matches(file, pattern)));
}
