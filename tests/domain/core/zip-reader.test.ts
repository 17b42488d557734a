// ZIP archives that are read one file at a time: the directory is compared with the content.
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { crc32, linesOf, unpackWhole, zipDirectory } from '@/domain/core/zip-reader';
import { MAX_ZIP_FILES, zipInto } from '@/data/zip-file';

const MB = 1_000_000;

async function read(zip: Blob, name: string, maxBytes = 10 * MB) {
  const file = (await zipDirectory(zip)).get(name);
  if (!file) throw new Error(`there is no ${name}`);
  return Buffer.from(await unpackWhole(zip, file, maxBytes)).toString();
}
async function lines(zip: Blob, name: string, maxLength = MB) {
  const file = (await zipDirectory(zip)).get(name);
  if (!file) throw new Error(`there is no ${name}`);
  const all: string[] = [];
  for await (const line of linesOf(zip, file, 10 * MB, maxLength)) all.push(line);
  return all;
}
/** The bytes of the archive with a number of its directory changed: `offset` bytes into the entry of a file. */
function withEntry(zip: Uint8Array, name: string, offset: number, value: number) {
  const copy = zip.slice();
  new DataView(copy.buffer).setUint32(Buffer.from(copy).lastIndexOf(name) - 46 + offset, value, true);
  return new Blob([copy]);
}

test('an archive that this app writes is read back, stored and compressed files alike', async () => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = zipInto({
    write: (part) => Promise.resolve(void parts.push(part as Uint8Array<ArrayBuffer>)),
    finish: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  });
  const table = zip.open('tables/works.json');
  for (let row = 0; row < 20_000; row += 1) await table.add(`Siân ${row}\n`);
  const sum = await table.end();
  await zip.addWhole('files/photo.jpg', strToU8('a photo'));
  await zip.finish();
  const archive = new Blob(parts);
  expect(await lines(archive, 'tables/works.json')).toEqual([
    ...Array.from({ length: 20_000 }, (_, row) => `Siân ${row}`),
    '',
  ]);
  expect((await zipDirectory(archive)).get('tables/works.json')?.crc32).toBe(sum);
  expect(await read(archive, 'files/photo.jpg')).toBe('a photo');
});

test('an archive that no restore could read is not written: it has too many files', async () => {
  const zip = zipInto({
    write: () => Promise.resolve(),
    finish: () => Promise.resolve(),
    discard: () => Promise.resolve(),
  });
  for (let at = 0; at < MAX_ZIP_FILES; at += 1) await zip.addWhole(`${at}`, new Uint8Array());
  await expect(zip.addWhole('more', new Uint8Array())).rejects.toThrow('This is too much for one ZIP');
});

test('the checksum is CRC-32, also if it is computed in parts', () => {
  expect(crc32(strToU8('123456789'))).toBe(0xcbf43926);
  expect(crc32(strToU8('456789'), crc32(strToU8('123')))).toBe(0xcbf43926);
});

test('an archive with an empty file and a folder is read', async () => {
  const zip = new Blob([zipSync({ 'empty.txt': new Uint8Array(), folder: { 'a.txt': strToU8('a') } })]);
  expect(await read(zip, 'empty.txt')).toBe('');
  expect(await read(zip, 'folder/a.txt')).toBe('a');
});

test('an archive that ends early is refused, wherever it was cut', async () => {
  const zip = zipSync({ 'a.txt': strToU8('abc'.repeat(100)), 'b.txt': strToU8('b') });
  for (let length = 0; length < zip.length; length += 7)
    await expect(zipDirectory(new Blob([zip.slice(0, length)])), `${length} bytes`).rejects.toThrow('not complete');
});

test('content that differs from what the directory states is refused', async () => {
  const zip = zipSync({ 'a.txt': strToU8('abc'.repeat(100)) });
  await expect(read(withEntry(zip, 'a.txt', 16, 1), 'a.txt')).rejects.toThrow('The ZIP is damaged');
  await expect(read(withEntry(zip, 'a.txt', 24, 299), 'a.txt')).rejects.toThrow('The ZIP is damaged');
  await expect(read(withEntry(zip, 'a.txt', 24, 301), 'a.txt')).rejects.toThrow('The ZIP is damaged');
  await expect(read(withEntry(zip, 'a.txt', 42, 5), 'a.txt')).rejects.toThrow('The ZIP is damaged');
  await expect(read(withEntry(zip, 'a.txt', 20, zip.length), 'a.txt')).rejects.toThrow('The ZIP is damaged');
});

test('a file that unpacks to more than it may is refused, whatever size it states', async () => {
  const zip = zipSync({ 'a.txt': new Uint8Array(30 * MB) });
  await expect(read(new Blob([zip]), 'a.txt')).rejects.toThrow('more than a farm’s records can be');
  await expect(read(withEntry(zip, 'a.txt', 24, 1000), 'a.txt')).rejects.toThrow('The ZIP is damaged');
  await expect(lines(withEntry(zip, 'a.txt', 24, 9 * MB), 'a.txt')).rejects.toThrow('The ZIP is damaged');
});

test('names that leave the archive’s folder, and two files of one name, are refused', async () => {
  for (const name of ['../a.txt', 'a/../../b.txt', '/a.txt', 'a\\b.txt', 'a//b.txt', './a.txt'])
    await expect(zipDirectory(new Blob([zipSync({ [name]: strToU8('a') })])), name).rejects.toThrow(
      'The ZIP is damaged',
    );
  const twice = Buffer.from(zipSync({ 'a.txt': strToU8('a'), 'b.txt': strToU8('b') }));
  for (let at = twice.indexOf('b.txt'); at >= 0; at = twice.indexOf('b.txt')) twice.write('a.txt', at);
  await expect(zipDirectory(new Blob([twice]))).rejects.toThrow('The ZIP is damaged');
});
