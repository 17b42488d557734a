// Every reading function of src/data is covered by a query plan test: an uncovered one could read the rows of all accounts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DATA = 'src/data';
const PLANS = 'tests/database/plans';

type Declaration = { name: string; file: string; text: string };

/** What a file declares at its top level, each with its full text. */
function declarationsIn(file: string, text: string): Declaration[] {
  return text.split(/^(?=(?:export )?(?:async )?(?:const|function\*?|type|class) )/m).flatMap((part) => {
    const name = /^(?:export )?(?:async )?(?:const|function\*?) (\w+)/.exec(part)?.[1];
    return name === undefined ? [] : [{ name, file, text: part.replace(/\/\/.*|\/\*[^]*?\*\//g, '') }];
  });
}

const declarations = readdirSync(DATA, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => declarationsIn(file, readFileSync(join(DATA, file), 'utf8')));

const names = (list: readonly Declaration[]) => list.map(({ name }) => name);
const WRITES = /\.(insert|update|upsert|delete)\(|\b(insert|update|save|delete)Record\(/;

/**
 * Declarations that query the database when called, directly or through a helper. Mutations do not count, unless
 * they only read.
 */
function findReaders(all: readonly Declaration[]): Declaration[] {
  // A function whose every query writes is no reader.
  const calls = (text: string) => text.match(/\b(?:supabase\b\s*\.(?:from|rpc)|tableOf)\(/g)?.length ?? 0;
  const writes = (text: string) => text.match(new RegExp(WRITES, 'g'))?.length ?? 0;
  const readers = new Set(all.filter(({ text }) => calls(text) > writes(text)));
  const uses = (one: Declaration, other: Declaration) =>
    one !== other &&
    (one.file === other.file || other.text.startsWith('export ')) &&
    new RegExp(`(?<!\\.)\\b${other.name}\\b(?=\\s*[(,;)}])`).test(one.text);
  for (let before = -1; before !== readers.size;) {
    before = readers.size;
    for (const one of all) if ([...readers].some((other) => uses(one, other))) readers.add(one);
  }
  return [...readers].filter(
    ({ text }) =>
      text.startsWith('export ') &&
      (!text.includes('= mutationOptions(') || !(WRITES.test(text) || /\.rpc\(/.test(text))),
  );
}

/** The names that the plan tests import from src/data; lint rejects unused imports. */
const covered = new Set(
  readdirSync(PLANS)
    .filter((file) => /^plans.*\.test\.ts$/.test(file))
    .flatMap((file) => [
      ...readFileSync(join(PLANS, file), 'utf8').matchAll(/^import \{([^}]*)\} from '@\/data\/[\w/-]+';/gm),
    ])
    .flatMap(([, list = '']) => list.split(',').map((name) => name.trim())),
);

/** Parts of other functions, covered with them, and functions that only process given rows. */
const COVERED_ELSEWHERE = new Set([
  'selectWorks',
  'selectPlacedWorks',
  // Covered by worksQuery.
  'readWorks',
  // Covered by the queries of each record.
  'rowsOf',
  'readRecords',
  'recordsQuery',
  'recordQuery',
  'rowsOfParts',
  // Covered by exportWorks, and by exportPlan with pagesOf.
  'writeWorksFile',
  // Looks for one row by its primary key, before a file is sent again.
  'addDocuments',
  // Covered by jobQuery.
  'readParts',
  // Covered by farmPeopleQuery.
  'readFarmPeople',
  'writeArchive',
  // Call start_restore, restore_rows, restored_files and take_back_restore, which plans-account.test.ts explains.
  'restoreAccount',
  'takeBackRestore',
  // Covered by readOwnHours; and the server's time, which is in no table.
  'exportOwnHours',
  'clockSkewQuery',
  // Call keep_push_subscription, which plans-push.test.ts explains.
  'turnOnPushes',
  'savePushSettings',
  'followDevice',
  // Calls move_works, which plans-writing.test.ts explains.
  'moveWorks',
  // Covered by the queries of each kind of mix and of log.
  'mixesQuery',
  'logQuery',
  'readAll',
  // Covered by invoiceSettingsQuery and customerQuery.
  'saveMissingDetails',
]);

test('every reading function of src/data is covered', () => {
  const missing = findReaders(declarations).filter(({ name }) => !covered.has(name) && !COVERED_ELSEWHERE.has(name));
  expect(missing.map(({ name, file }) => `${file}: ${name}`)).toEqual([]);
});

test('readers are found in their files, through helpers, and apart from mutations', () => {
  const text = `
const helper = (id: string) => supabase.from('works').select('id').eq('id', id);
export const oneQuery = (id: string) => queryOptions({ queryFn: () => helper(id) });
export const chained = () =>
  supabase
    .rpc('sums');
export const saveOne = mutationOptions({ mutationFn: () => supabase.from('works').insert({}) });
export const write = (id: string) => supabase.from('works').upsert({ id }).select('id');
export const saveTwo = mutationOptions({ mutationFn: write });
export const print = mutationOptions({ mutationFn: helper });
export const plain = (id: string) => id;
`;
  expect(names(findReaders(declarationsIn('some.ts', text))).sort()).toEqual(['chained', 'oneQuery', 'print']);
  expect(names(findReaders(declarations))).toEqual(
    expect.arrayContaining(['worksQuery', 'invoicesQuery', 'customersQuery', 'invoiceIds']),
  );
});
