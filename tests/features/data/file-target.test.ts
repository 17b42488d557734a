// A file streamed to disk, where the browser supports it: complete, aborted, or never started.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openCsv } from '@/lib/files/file-target';

/** A file as the browser's dialog returns it; `before` is its earlier content. */
function disk(before = '') {
  const file = { text: before, removed: false };
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
const ask = vi.fn();
let kept: Blob[];

beforeEach(() => {
  kept = [];
  Object.assign(window, { showSaveFilePicker: ask });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) kept.push(blob);
    return 'blob:kept';
  });
  // happy-dom would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
});
afterEach(() => {
  Reflect.deleteProperty(window, 'showSaveFilePicker');
  ask.mockReset();
});

test('parts are written as they arrive, and the file exists once it is complete', async () => {
  const { file, handle } = disk();
  ask.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  expect(ask.mock.calls[0]?.[0]).toMatchObject({ suggestedName: 'works.csv' });
  await target?.write('a,b\r\n');
  expect(file.text).toBe('');
  await target?.write('1,2\r\n');
  await target?.finish();
  expect(file).toEqual({ text: 'a,b\r\n1,2\r\n', removed: false });
  expect(kept).toEqual([]);
});

test('aborted, the empty file of the dialog is deleted', async () => {
  const { file, handle } = disk();
  ask.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  await target?.write('a,b\r\n');
  await target?.discard();
  expect(file).toEqual({ text: '', removed: true });
});

test('aborted, an existing file keeps its content', async () => {
  const { file, handle } = disk('last month');
  ask.mockResolvedValue(handle);
  const target = await openCsv('works.csv');
  await target?.write('a,b\r\n');
  await target?.discard();
  expect(file).toEqual({ text: 'last month', removed: false });
});

test('closing the dialog makes no file', async () => {
  ask.mockRejectedValue(new DOMException('The user aborted a request.', 'AbortError'));
  expect(await openCsv('works.csv')).toBeNull();
});

test.each(['without such a dialog', 'where it is not allowed'])(
  '%s the file is buffered and handed over whole',
  async (which) => {
    if (which === 'without such a dialog') Reflect.deleteProperty(window, 'showSaveFilePicker');
    ask.mockRejectedValue(new DOMException('Not here.', 'SecurityError'));
    const target = await openCsv('works.csv');
    await target?.write('a,b\r\n');
    await target?.write('1,2\r\n');
    expect(kept).toEqual([]);
    await target?.finish();
    expect(await kept[0]?.text()).toBe('a,b\r\n1,2\r\n');
    const given = await openCsv('works.csv');
    await given?.write('a');
    await given?.discard();
    expect(kept).toHaveLength(1);
  },
);
