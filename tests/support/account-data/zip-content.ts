// What the ZIP of an export contains.
import { strFromU8 } from 'fflate';

export type Files = Record<string, Uint8Array>;
export const jsonIn = (files: Files, name: string): unknown => JSON.parse(strFromU8(files[name] ?? new Uint8Array()));
export const rowsIn = (files: Files, table: string) =>
  jsonIn(files, `tables/${table}.json`) as Record<string, unknown>[];
