// The one way in which the code of this folder asks the database, whichever driver is behind it.

export type Row = Record<string, unknown>;

export type Sql = {
  /** One statement with $1, $2 … parameters; its rows. */
  query: (text: string, params?: readonly unknown[]) => Promise<Row[]>;
  /** Several statements without parameters. */
  script: (text: string) => Promise<void>;
};

export type Database = Sql & {
  /** Runs the work in a transaction of its own; an error takes everything back. */
  transaction: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>;
};
