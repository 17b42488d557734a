// The linter reports what the rules of this project forbid: a small project with one fault in each file is linted with the
// project's own configuration.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overfullFolders } from '@tests/support/folders.mjs';

type Fault = [what: string, rule: string, file: string, code: string];

const HOOKS = `declare function useState<T>(value: T): [T, (value: T) => void];
declare function useEffect(run: () => void, on: unknown[]): void;\n`;

const FAULTS: Fault[] = [
  ['a rule that imports data', 'no-restricted-imports', 'src/domain/a.ts', `import '@/data/works';`],
  ['a rule that imports React', 'no-restricted-imports', 'src/domain/b.ts', `import 'react';`],
  ['data that imports a screen', 'no-restricted-imports', 'src/data/a.ts', `import '@/features/works/list';`],
  ['a widget that imports a screen', 'no-restricted-imports', 'src/widgets/a.ts', `import '@/features/works/list';`],
  [
    'a screen that imports another one',
    'no-restricted-imports',
    'src/features/notes/a.ts',
    `import '@/features/works/list';`,
  ],
  ['a screen that talks to Supabase', 'no-restricted-imports', 'src/features/notes/b.ts', `import '@/lib/supabase';`],
  ['an import from the folder above', 'no-restricted-imports', 'src/features/notes/c.ts', `import '../works/list';`],
  [
    'a widget with PDF code from the start',
    'no-restricted-syntax',
    'src/widgets/b.ts',
    `import { pdf } from '@/pdf/invoice-pdf';\nexport const code: unknown = pdf;`,
  ],
  [
    'modules that import each other',
    'no-cycle',
    'src/lib/a.ts',
    `import { b } from './b';\nexport const a: number = b;`,
  ],
  ['any', 'no-explicit-any', 'src/lib/c.ts', 'export const read = (value: any) => String(value);'],
  ['a value of type any', 'no-unsafe-assignment', 'src/lib/d.ts', `export const value: string = JSON.parse('1');`],
  [
    'a promise that nobody awaits',
    'no-floating-promises',
    'src/lib/e.ts',
    'export function start() {\n  Promise.resolve(1);\n}',
  ],
  [
    'a promise as a condition',
    'no-misused-promises',
    'src/lib/f.ts',
    `export const word = (one: Promise<boolean>) => (one ? 'yes' : 'no');`,
  ],
  [
    'a condition that is always true',
    'no-unnecessary-condition',
    'src/lib/g.ts',
    `export const word = (one: object) => (one ? 'yes' : 'no');`,
  ],
  [
    'a value that cannot be null',
    'no-non-null-assertion',
    'src/lib/h.ts',
    'export const first = (list: string[]) => list[0]!;',
  ],
  [
    'an object in a text',
    'restrict-template-expressions',
    'src/lib/i.ts',
    'export const text = (one: object) => `${one}`;',
  ],
  [
    'a comparison that converts',
    'eqeqeq',
    'src/lib/j.ts',
    'export const same = (one: number, two: number) => one == two;',
  ],
  ['a default export', 'no-restricted-exports', 'src/lib/k.ts', 'export default 1;'],
  [
    'a file of 451 lines',
    'max-lines',
    'src/lib/l.ts',
    Array.from({ length: 451 }, (_, line) => `export const l${line} = ${line};`).join('\n'),
  ],
  ['an unused variable', 'no-unused-vars', 'src/lib/m.ts', 'const one = 1;'],
  [
    'a hook in a condition',
    'rules-of-hooks',
    'src/ui/a.tsx',
    `${HOOKS}export function Field({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}`,
  ],
  [
    'an effect that misses what it reads',
    'exhaustive-deps',
    'src/ui/b.tsx',
    `${HOOKS}export function Field({ on }: { on: boolean }) {\n  useEffect(() => {\n    document.title = String(on);\n  }, []);\n  return null;\n}`,
  ],
  [
    'the setter of the address',
    'no-restricted-syntax',
    'src/ui/c.tsx',
    `declare function useSearchParams(): [string, (text: string) => void];\nexport function useText() {\n  const [text, setText] = useSearchParams();\n  return { text, setText };\n}`,
  ],
  ['a query key as a text', 'no-restricted-syntax', 'src/data/b.ts', `export const query = { queryKey: ['notes'] };`],
  [
    'the date in UTC of an instant',
    'no-restricted-syntax',
    'src/ui/d.ts',
    'export const day = (at: string) => at.slice(0, 10);',
  ],
  [
    'a list that asks by hand whether it waits for signal',
    'no-restricted-syntax',
    'src/features/notes/d.ts',
    `export const waits = (query: { isPaused: boolean }) => query.isPaused;`,
  ],
  [
    'a list that takes the state of the fetch apart',
    'no-restricted-syntax',
    'src/widgets/c.ts',
    `export const waits = ({ fetchStatus }: { fetchStatus: string }) => fetchStatus === 'paused';`,
  ],
  [
    'the message for a typed number',
    'no-restricted-syntax',
    'src/features/notes/e.ts',
    `export const message = 'Enter a number like 12.5.';`,
  ],
  [
    'a text that a schema of its own turns into a number',
    'no-restricted-syntax',
    'src/widgets/d.ts',
    `declare const v: Record<'pipe' | 'string' | 'rawTransform', (...parts: unknown[]) => unknown>;\nexport const price = v.pipe(v.string(), v.rawTransform(Number));`,
  ],
  [
    'one or several by hand',
    'no-restricted-syntax',
    'src/data/c.ts',
    "export const words = (n: number) => (n === 1 ? '1 job' : `${n} jobs`);",
  ],
  [
    'one or several of what is named in between',
    'no-restricted-syntax',
    'src/data/d.ts',
    'export const words = (n: number, kind: string) => (n === 1 ? `1 ${kind}` : `${n} ${kind}s`);',
  ],
  [
    'a refusal that is known by the end of its sentence',
    'no-restricted-syntax',
    'src/features/notes/f.ts',
    "export const asks = (error: Error | null) => error?.message.endsWith('Archive instead?');",
  ],
  [
    'a refusal that is known by a pattern in its sentence',
    'no-restricted-syntax',
    'src/features/notes/g.ts',
    'export const isOfNumber = (error: Error) => /next number/i.test(error.message);',
  ],
  ['a picture without a text', 'alt-text', 'src/ui/e.tsx', 'export const Logo = () => <img src="/logo.svg" />;'],
];

/** What is allowed, though it is close to a fault. */
const SOUND: [file: string, code: string][] = [
  ['src/lib/b.ts', `import { a } from './a';\nexport const b: number = a;`],
  [
    'src/lib/read-state.ts',
    `export const waits = ({ fetchStatus }: { fetchStatus: string }) => fetchStatus === 'paused';`,
  ],
  ['src/domain/core/money.ts', `export const NOT_A_NUMBER = 'Enter a number like 12.5.';`],
  ['src/domain/dates.ts', 'export const day = (at: string) => at.slice(0, 10);'],
  ['src/features/works/list.ts', `import '@/features/works/filters';`],
  ['src/features/works/filters.ts', `import '@/widgets/pdf';`],
  ['src/widgets/pdf.ts', `export const load = () => import('@/pdf/invoice-pdf');`],
  ['src/pdf/invoice-pdf.ts', `import '@/domain/dates';\nexport const pdf = 1;`],
  ['src/data/works.ts', `import '@/lib/supabase';`],
  ['src/lib/supabase.ts', 'export const client = Promise.resolve(1);\nvoid client;'],
];

const root = mkdtempSync(join(tmpdir(), 'farm-diary-faults-'));
/** The rules that were reported, by file. */
const reported = new Map<string, string[]>();

beforeAll(async () => {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), `${text}\n`);
  };
  for (const [, , file, code] of FAULTS) write(file, code);
  for (const [file, code] of SOUND) write(file, code);
  write('oxlint.config.mjs', `export { default } from ${JSON.stringify(resolve('oxlint.config.mjs'))};`);
  const options = {
    strict: true,
    jsx: 'preserve',
    target: 'ES2023',
    lib: ['ES2023', 'DOM'],
    module: 'ESNext',
    noEmit: true,
  };
  const compilerOptions = { ...options, moduleResolution: 'Bundler', types: [], paths: { '@/*': ['./src/*'] } };
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['src'] }));
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const oxlint = resolve('node_modules/.bin/oxlint');
  const output = await new Promise<string>((done) => {
    execFile(oxlint, ['-c', 'oxlint.config.mjs', '--type-aware', '--format', 'json', 'src'], { cwd: root }, (_, out) =>
      done(out),
    );
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string; filename: string }[] };
  for (const { code, filename } of diagnostics)
    reported.set(filename, [...(reported.get(filename) ?? []), /\((.+)\)/.exec(code)?.[1] ?? code]);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(FAULTS)('%s is reported (%s)', (_, rule, file) => {
  expect(reported.get(file)).toContain(rule);
});

test('what is allowed is not reported', () => {
  const files = new Set(SOUND.map(([file]) => file));
  // Of modules that import each other, each is reported.
  expect([...reported].filter(([file]) => files.has(file) && file !== 'src/lib/b.ts')).toEqual([]);
});

test('a folder of more than 30 files is reported', () => {
  const folder = join(root, 'many/files');
  mkdirSync(folder, { recursive: true });
  for (let file = 0; file < 30; file += 1) writeFileSync(join(folder, `${file}.ts`), '');
  expect(overfullFolders(join(root, 'many'))).toEqual([]);
  writeFileSync(join(folder, '30.ts'), '');
  expect(overfullFolders(join(root, 'many'))).toEqual([`${folder}: 31 files`]);
});
