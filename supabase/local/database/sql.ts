// The database interface of this folder, independent of the driver.

export type Row = Record<string, unknown>;

export type Sql = {
  /** Runs one statement with parameters $1, $2 …; returns its rows. */
  query: (text: string, params?: readonly unknown[]) => Promise<Row[]>;
  /** Runs several statements without parameters. */
  script: (text: string) => Promise<void>;
};

export type Database = Sql & {
  /** Runs the work in its own transaction; an error rolls it back. */
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
};
