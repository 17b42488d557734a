// The manifest of an account's archive: the export writes it, a restore reads it.
import type { ExportedCounter } from './account-plan';

/** Raise it if an app that knows only the present version could not restore a new archive. */
export const ARCHIVE_VERSION = 1;

export type Manifest = {
  madeBy: string;
  version: number;
  madeAt: string;
  farm: string | null;
  /** The account's id, which is that of its holder. */
  account: string;
  /** `crc32`: of the JSON file. */
  tables: { name: string; rows: number; columns: string[]; crc32: number }[];
  /** The next number of each series of documents. */
  counters: ExportedCounter[];
  files: { name: string; bytes: number; sha256: string }[];
  /** Files that a row refers to but that could not be read. */
  missing: string[];
};
