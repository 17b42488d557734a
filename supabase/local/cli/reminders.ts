// Sends the reminders that are due, as a hosted project's schedule does every hour: calls the running dev server.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dataFolder } from '../database/data-folder.ts';
import { storedKeys } from '../auth/tokens.ts';

const DEFAULT_PORT = '5173';

const flagValue = (flags: readonly string[], name: string) =>
  flags.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Flags: --port=5173 of the server, --at=2026-12-07T10:00:00Z for what would be due then. Returns a summary. */
export async function sendReminders(flags: readonly string[]): Promise<string> {
  const folder = resolve(dataFolder());
  if (!existsSync(join(folder, 'keys.json')))
    throw new Error(`There is no key in ${folder}: start \`npm run dev\` once.`);
  const address = `http://127.0.0.1:${flagValue(flags, 'port') ?? DEFAULT_PORT}`;
  const at = flagValue(flags, 'at');
  const answer = await fetch(`${address}/functions/v1/send-reminders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${storedKeys(folder).secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(at === undefined ? {} : { at }),
  }).catch(() => null);
  if (!answer) throw new Error(`Nobody answers at ${address}: start \`npm run dev\`, or name its port with --port=N.`);
  const { success, error, sent, failed } = (await answer.json()) as Record<string, unknown>;
  if (success !== true) throw new Error(String(error));
  return `${String(sent)} sent, ${String(failed)} not taken; read them at ${address}/_mail`;
}
