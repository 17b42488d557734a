// A file that is written in parts: straight to the disk where the browser can, else kept and handed over when it is whole.
import { saveFile } from './save-file';

type Part = string | Uint8Array<ArrayBuffer>;

export type FileTarget = {
  write(part: Part): Promise<void>;
  /** The file is whole: it stands on the device from now on. */
  finish(): Promise<void>;
  /** It will not become whole: nothing that looks like a file of ours is left. */
  discard(): Promise<void>;
};

type Picked = {
  createWritable(): Promise<{ write(part: Part): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>;
  getFile(): Promise<{ size: number }>;
  remove?: () => Promise<void>;
};
type Picker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<Picked>;

/** Some browsers let a person say where a file goes, and write to it while it grows. */
const picker = (): Picker | null => {
  const ask: unknown = Reflect.get(window, 'showSaveFilePicker');
  // Where it exists it is the function of that name in the File System Access specification.
  return typeof ask === 'function' ? (options) => (ask as Picker).call(window, options) : null;
};

async function onDisk(file: Picked): Promise<FileTarget> {
  const writable = await file.createWritable();
  return {
    write: (part) => writable.write(part),
    finish: () => writable.close(),
    discard: async () => {
      // What is written goes to a copy, which this drops. A file that was there before keeps what stood in it; the
      // one that the dialog has made is empty, and goes.
      await writable.abort().catch(() => undefined);
      const { size } = await file.getFile();
      if (size === 0) await file.remove?.();
    },
  };
}

function inMemory(name: string, type: string): FileTarget {
  const parts: Part[] = [];
  return {
    write: (part) => {
      parts.push(part);
      return Promise.resolve();
    },
    finish: () => {
      saveFile(new File(parts, name, { type }));
      return Promise.resolve();
    },
    discard: () => {
      parts.length = 0;
      return Promise.resolve();
    },
  };
}

type Kind = { type: string; ending: string; description: string };
const CSV: Kind = { type: 'text/csv', ending: '.csv', description: 'Table (CSV)' };
const ZIP: Kind = { type: 'application/zip', ending: '.zip', description: 'Archive (ZIP)' };

async function open(name: string, { type, ending, description }: Kind): Promise<FileTarget | null> {
  const ask = picker();
  if (!ask) return inMemory(name, type);
  try {
    return await onDisk(await ask({ suggestedName: name, types: [{ description, accept: { [type]: [ending] } }] }));
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') return null;
    // Not allowed here (a frame, a policy of the device): the usual download is.
    return inMemory(name, type);
  }
}

/** A table of text to write to; null when the person closes the dialog that asks where. */
export const openCsv = (name: string) => open(name, CSV);

/** The same for an archive. */
export const openZip = (name: string) => open(name, ZIP);
