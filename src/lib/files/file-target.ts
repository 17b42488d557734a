// A file written in parts: straight to disk if the browser can, otherwise collected and downloaded when complete.
import { saveFile } from './save-file';

type Part = string | Uint8Array<ArrayBuffer>;

export type FileTarget = {
  write(part: Part): Promise<void>;
  /** Completes the file; it is then on the device. */
  finish(): Promise<void>;
  /** Removes the incomplete file after an interruption. */
  discard(): Promise<void>;
};

type FileHandle = {
  createWritable(): Promise<{ write(part: Part): Promise<void>; close(): Promise<void>; abort(): Promise<void> }>;
  getFile(): Promise<{ size: number }>;
  remove?: () => Promise<void>;
};
type SavePicker = (options: {
  suggestedName: string;
  types: { description: string; accept: Record<string, string[]> }[];
}) => Promise<FileHandle>;

/** The file dialog of browsers that support it: the user chooses where to save, and the file is written in parts. */
const savePicker = (): SavePicker | null => {
  const showPicker: unknown = Reflect.get(window, 'showSaveFilePicker');
  // If it exists, it is the function of that name in the File System Access specification.
  return typeof showPicker === 'function' ? (options) => (showPicker as SavePicker).call(window, options) : null;
};

async function diskTarget(file: FileHandle): Promise<FileTarget> {
  const writable = await file.createWritable();
  return {
    write: (part) => writable.write(part),
    finish: () => writable.close(),
    discard: async () => {
      // Writes go to a temporary copy, which `abort` drops. A file that existed before keeps its content; the empty one
      // that the dialog created is removed.
      await writable.abort().catch(() => undefined);
      const { size } = await file.getFile();
      if (size === 0) await file.remove?.();
    },
  };
}

function memoryTarget(name: string, type: string): FileTarget {
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

type FileType = { type: string; extension: string; description: string };
const CSV: FileType = { type: 'text/csv', extension: '.csv', description: 'Table (CSV)' };
const ZIP: FileType = { type: 'application/zip', extension: '.zip', description: 'Archive (ZIP)' };

async function open(name: string, { type, extension, description }: FileType): Promise<FileTarget | null> {
  const showPicker = savePicker();
  if (!showPicker) return memoryTarget(name, type);
  try {
    return await diskTarget(
      await showPicker({ suggestedName: name, types: [{ description, accept: { [type]: [extension] } }] }),
    );
  } catch (reason) {
    if (reason instanceof DOMException && reason.name === 'AbortError') return null;
    // Not allowed here (a frame, a device policy): use a normal download.
    return memoryTarget(name, type);
  }
}

/** A CSV file to write to; null if the user closes the dialog that asks where. */
export const openCsv = (name: string) => open(name, CSV);

/** A ZIP archive to write to; null if the user closes the dialog that asks where. */
export const openZip = (name: string) => open(name, ZIP);
