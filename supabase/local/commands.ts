// The commands behind `npm run db:reset`, `db:types` and `db:advise`.
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createBackend, type Backend } from './backend.ts';
import { databaseTypes } from './database-types.ts';
import { readMigrations } from './migrations.ts';
import { readProjectConfig } from './project-config.ts';
import { newKeys } from './tokens.ts';

/** A backend in memory with every migration applied. */
export async function migratedBackend(): Promise<Backend> {
  return createBackend({
    place: { kind: 'memory' },
    keys: newKeys(),
    config: readProjectConfig(resolve('supabase/config.toml')),
    migrations: await readMigrations(resolve('supabase/migrations')),
  });
}

export const TYPES_FILE = resolve('src/lib/database.types.ts');

async function types(): Promise<number> {
  const backend = await migratedBackend();
  writeFileSync(TYPES_FILE, await databaseTypes(backend));
  await backend.close();
  console.log(`wrote ${TYPES_FILE}`);
  return 0;
}

const commands: Record<string, (flags: readonly string[]) => Promise<number>> = { types };

/** Runs a command by its name; the exit code. */
export async function run(name: string, flags: readonly string[]): Promise<number> {
  const command = commands[name];
  if (!command) {
    console.error(`usage: node supabase/local/cli.mjs ${Object.keys(commands).join('|')}`);
    return 2;
  }
  try {
    return await command(flags);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
}
