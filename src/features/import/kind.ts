// A kind of import: its columns, and how a row of a file becomes a row of the database.
import type { Currency } from '@/domain/core/money';
import type { Region, Zone } from '@/domain/core/time';
import { plainWord, type ImportColumn } from '@/domain/import/mapping';
import type { RowReader } from '@/domain/import/row-reader';
import type { Json } from '@/lib/database.types';
import type { ImportName } from '@/data/imports';

/** The existing records that rows are compared with. Names are in lower case. */
export type Known = {
  /** The names of the customers as they are listed, by `customerKey` and by themselves. */
  customers: ReadonlyMap<string, string>;
  /** The units of the tasks by their names. */
  tasks: ReadonlyMap<string, string | null>;
  people: ReadonlySet<string>;
  /** Those that are not sold. */
  machines: ReadonlySet<string>;
  /** By `fieldKey`. */
  fields: ReadonlySet<string>;
  /** The numbers of the invoices from before. */
  openInvoices: ReadonlySet<string>;
  region: Region;
  today: string;
  zone: Zone;
  currency: Currency;
  incrementMinutes: number;
  /** Whether customers and tasks that the rows name may be added. */
  addMissing: boolean;
};

type ReadRow = {
  columns: { [column: string]: Json };
  /** The name that is compared with existing records; null if the row is always new. */
  name: string | null;
  /** Messages for the user about a row that can be imported nevertheless. */
  notes: readonly string[];
};

export type ImportKind = {
  name: ImportName;
  title: string;
  /** "1 customer", "128 customers". */
  words: readonly [one: string, many: string];
  hint: string;
  /** As many as the database saves at once (private.most_import_rows). */
  maxRows: number;
  /** The words of the tick that lets an import add the customers and tasks that its rows name. */
  missing?: { label: string; hint: string };
  /** One row of an example file, by our columns. */
  example: Readonly<Record<string, string>>;
  columns: readonly ImportColumn[];
  /** Errors are collected by the reader. */
  read: (row: RowReader, known: Known) => ReadRow;
  /** The names of existing records. */
  existing: (known: Known) => { has: (name: string) => boolean };
};

/** The key of a customer's name: names that look alike are one customer's. */
export { nameKey as customerKey } from '@/domain/core/search';

export const nameKey = (name: string): string => name.trim().toLowerCase();

/** A field's name is taken only among the fields of the same owner. */
export const fieldKey = (name: string, customer: string | null): string =>
  `${nameKey(customer ?? '')}\n${nameKey(name)}`;

/** The codes of a choice by how files write them, without spaces and signs. `others`: words besides the labels. */
export const wordsOf = <Code extends string>(
  codes: readonly Code[],
  labels: Readonly<Record<Code, string>>,
  others: Readonly<Record<string, Code>>,
): ReadonlyMap<string, string> =>
  new Map<string, string>([
    ...Object.entries<string>(others),
    ...codes.flatMap((code): [string, string][] => [
      [plainWord(code), code],
      [plainWord(labels[code]), code],
    ]),
  ]);
