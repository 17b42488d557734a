// Applies supabase/migrations in order, each in its own transaction, and records them as the Supabase CLI does.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database, Sql } from './sql.ts';

export type Migration = { version: string; name: string; file: string; text: string };

/** The migrations of a folder, oldest first; none if the folder is missing. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch(() => []);
  const migrationFiles = files.filter((file) => /^\d{14}_.+\.sql$/.test(file)).sort();
  return Promise.all(
    migrationFiles.map(async (file) => ({
      version: file.slice(0, 14),
      name: file.slice(15, -'.sql'.length),
      file,
      text: await readFile(join(folder, file), 'utf8'),
    })),
  );
}

/** The line number and text at the position of an error. */
function errorPlace(error: unknown, text: string): string {
  if (typeof error !== 'object' || error === null || !('position' in error)) return '';
  const before = text.slice(0, Number(error.position)).split('\n');
  return ` (line ${before.length}: ${text.split('\n')[before.length - 1]?.trim() ?? ''})`;
}

/** Applies the migrations that the database does not have yet; returns their file names. */
export async function applyMigrations(database: Database, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await database.query('select version from supabase_migrations.schema_migrations');
  const applied = new Set(rows.map((row) => row['version']));
  const missing = migrations.filter((migration) => !applied.has(migration.version));
  for (const { version, name, file, text } of missing) {
    try {
      await database.transaction(async (sql) => {
        await sql.script('set local statement_timeout = 0');
        await sql.script(text);
        await sql.query(
          'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, array[$3::text])',
          [version, name, text],
        );
      });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`migration ${file} failed: ${message}${errorPlace(error, text)}`, { cause: error });
    }
  }
  return missing.map((migration) => migration.file);
}

/** Migrations whose file was changed after it was applied. */
export async function changedMigrations(sql: Pick<Sql, 'query'>, migrations: readonly Migration[]): Promise<string[]> {
  const rows = await sql.query('select version, statements[1] as text from supabase_migrations.schema_migrations');
  const applied = new Map(rows.map((row) => [row['version'], row['text']]));
  return migrations.filter(({ version, text }) => (applied.get(version) ?? text) !== text).map(({ file }) => file);
}
