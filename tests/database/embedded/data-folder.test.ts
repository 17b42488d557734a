// The data folder belongs to one process, and an interrupted initialisation is started again.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyDataFolder, openDataFolder } from '../../../supabase/local/database/data-folder';
import { storedKeys, newKeys } from '../../../supabase/local/auth/tokens';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farm-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a second opening is refused until the first is released', async () => {
  const first = await openDataFolder(folder);
  await expect(openDataFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`);
  await expect(emptyDataFolder(folder)).rejects.toThrow('only one dev or preview server');
  first.release();
  const second = await openDataFolder(folder);
  second.release();
});

test('data without the marker of a completed initialisation is deleted; with the marker it stays', async () => {
  const first = await openDataFolder(folder);
  mkdirSync(first.database);
  writeFileSync(join(first.database, 'half'), '');
  first.release();
  const second = await openDataFolder(folder);
  expect(existsSync(second.database)).toBe(false);
  mkdirSync(second.database);
  second.markReady();
  second.release();
  const third = await openDataFolder(folder);
  expect(existsSync(third.database)).toBe(true);
  third.release();
  await emptyDataFolder(folder);
  expect(existsSync(third.database)).toBe(false);
});

test('keys stay the same in a folder, and new ones differ from them', () => {
  const keys = storedKeys(folder);
  expect(storedKeys(folder)).toEqual(keys);
  expect(newKeys().secret).not.toBe(keys.secret);
  expect(newKeys().jwtSecret).not.toBe(keys.jwtSecret);
});
