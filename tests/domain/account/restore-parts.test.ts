// How the tables of a ZIP are divided into the parts of a restore.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { openArchive, partsOf } from '@/data/account/restore-archive';
import { crc32 } from '@/domain/core/zip-reader';

type Rows = Record<string, unknown>[];

function archiveOf(tables: Record<string, Rows>) {
  const files: Record<string, Uint8Array> = {};
  const listed = Object.entries(tables).map(([name, rows]) => {
    const json = strToU8(`[${rows.map((row, at) => `${at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join('')}\n]\n`);
    files[`tables/${name}.json`] = json;
    return { name, rows: rows.length, columns: [], crc32: crc32(json) };
  });
  const manifest = {
    ...{
      madeBy: 'Farm Diary',
      version: 1,
      madeAt: '2026-11-28T10:00:00.000Z',
      farm: null,
      account: crypto.randomUUID(),
    },
    ...{ tables: listed, counters: [], files: [], missing: [] },
  };
  files['manifest.json'] = strToU8(JSON.stringify(manifest));
  return openArchive(new Blob([zipSync(files)]));
}
async function lengths(tables: Record<string, Rows>, name: string, itself: string | null) {
  const all: Rows[] = [];
  for await (const { rows } of partsOf(await archiveOf(tables), [{ name, itself }])) all.push(rows);
  return all;
}

const long = 'x'.repeat(100_000);

test('a part ends after 500,000 characters, also among rows that refer to a row of their table', async () => {
  const rows = Array.from({ length: 20 }, (_, at) => ({ id: at, parent: at === 0 ? null : 0, notes: long }));
  const parts = await lengths({ invoices: rows }, 'invoices', 'parent');
  expect(parts.map((part) => part.length)).toEqual([5, 5, 5, 5]);
});

test('a part has 500 rows at most, and a row comes after the one that it refers to', async () => {
  const rows = Array.from({ length: 1100 }, (_, at) => ({ id: at, parent: at === 1099 ? null : at + 1 }));
  const parts = await lengths({ invoices: rows }, 'invoices', 'parent');
  expect(parts.map((part) => part.length)).toEqual([500, 500, 100]);
  expect(parts.flat().map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toReversed());
});

test('rows of tables that are left out are not in the number of rows to restore', async () => {
  const { rows } = await archiveOf({
    tasks: [{ id: 1 }, { id: 2 }],
    profiles: [{ id: 1 }],
    push_messages: [{ id: 1 }],
  });
  expect(rows).toBe(2);
});
