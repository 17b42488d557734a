// A file streamed to disk, where the browser supports it: complete, aborted, or never started.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCsv } from '@/lib/files/file-target';

/** A file on the disk, with the handle that the browser's dialog returns for it. */
function fileOnDisk(content = '') {
  const file = { text: content, removed: false };
  let written = '';
  const handle = {
    createWritable: () =>
      Promise.resolve({
        write: (text: string) => Promise.resolve(void (written += text)),
        close: () => Promise.resolve(void (file.text = written)),
        abort: () => Promise.resolve(void (written = '')),
      }),
    getFile: () => Promise.resolve({ size: file.text.length }),
    remove: () => Promise.resolve(void (file.removed = true)),
  };
  return { file, handle };
}
const showSaveFilePicker = vi.fn();
let downloads: Blob[];

beforeEach(() => {
  downloads = [];
  Object.assign(window, { showSaveFilePicker });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) downloads.push(blob);
    return 'blob:x';
  });
  // happy-dom would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  Reflect.deleteProperty(window, 'showSaveFilePicker');
  showSaveFilePicker.mockReset();
});

test('parts are written as they arrive, and the file exists once it is complete', async () => {
  const { file, handle } = fileOnDisk();
  showSaveFilePicker.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  expect(showSaveFilePicker.mock.calls[0]?.[0]).toMatchObject({ suggestedName: 'works.csv' });
  await target?.write('a,b\r\n');
  expect(file.text).toBe('');
  await target?.write('1,2\r\n');
  await target?.finish();
  expect(file).toEqual({ text: 'a,b\r\n1,2\r\n', removed: false });
  expect(downloads).toEqual([]);
});

test('an aborted export deletes the empty file that the dialog created', async () => {
  const { file, handle } = fileOnDisk();
  showSaveFilePicker.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  await target?.write('a,b\r\n');
  await target?.discard();
  expect(file).toEqual({ text: '', removed: true });
});

test('an aborted export leaves an existing file as it was', async () => {
  const { file, handle } = fileOnDisk('last month');
  showSaveFilePicker.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  await target?.write('a,b\r\n');
  await target?.discard();
  expect(file).toEqual({ text: 'last month', removed: false });
});

test('no file is written if the dialog is closed', async () => {
  showSaveFilePicker.mockRejectedValue(new DOMException('The user aborted a request.', 'AbortError'));
  expect(await openCsv('works.csv')).toBeNull();
});

test.each(['without the dialog', 'if the dialog is not allowed'])(
  '%s, the file is buffered and downloaded once it is complete',
  async (which) => {
    if (which === 'without the dialog') Reflect.deleteProperty(window, 'showSaveFilePicker');
    showSaveFilePicker.mockRejectedValue(new DOMException('Not here.', 'SecurityError'));
    const target = await openCsv('works.csv');
    await target?.write('a,b\r\n');
    await target?.write('1,2\r\n');
    expect(downloads).toEqual([]);
    await target?.finish();
    expect(await downloads[0]?.text()).toBe('a,b\r\n1,2\r\n');
    const discarded = await openCsv('works.csv');
    await discarded?.write('a');
    await discarded?.discard();
    expect(downloads).toHaveLength(1);
  },
);
