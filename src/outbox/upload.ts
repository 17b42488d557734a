// Uploading: the bytes of an entry, before its row. Safe to repeat: the same bytes go to the same place.
import type { Json } from '@/lib/database.types';
import { backendConfig } from '@/lib/env';
import type { Entry } from './entry';
import { fileOf } from './files';
import { parsed } from './request';
import type { Outcome } from './send';

/** Longer than a request, shorter than a lease: a photo over a slow line. */
const UPLOAD_MS = 50_000;

const LATER: Outcome = { kind: 'later', afterMs: null };
const refused = (sentence: string): Outcome => ({ kind: 'attention', problem: { kind: 'refused', sentence } });
const denied = (sentence: string): Outcome => ({ kind: 'attention', problem: { kind: 'denied', sentence } });

const field = (body: Json | undefined, name: string): string => {
  const value = typeof body === 'object' && body !== null && !Array.isArray(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** What an answer of the storage service means; null: it has the bytes. Its refusals are 400 and say in the body which. */
export function uploadVerdict(status: number, body: Json | undefined): Outcome | null {
  if (status >= 200 && status < 300) return field(body, 'Key') === '' ? LATER : null;
  if (body === undefined || status < 400) return LATER;
  const code = Number(field(body, 'statusCode')) || status;
  const message = field(body, 'message');
  if (code === 401 || (code === 403 && !/row-level security/.test(message)) || /jwt|jws|"exp"/i.test(message)) {
    return { kind: 'signIn' };
  }
  // A subscription may be renewed, somebody may be let in again.
  if (code === 403) return denied('You may not add photos to this account at the moment.');
  if (code === 413) return refused('This photo is too large for the server.');
  if (code === 415) return refused('The server does not take this kind of file.');
  // The storage service words its own overload as 500 to 544.
  if (code === 408 || code === 423 || code === 425 || code === 429 || code >= 500) return LATER;
  return refused(message === '' ? 'The server refused this photo and did not say why.' : message);
}

/** Brings the bytes of an entry to its bucket; null: they are there. Never throws. */
export async function uploadFile(entry: Entry, bucket: string, token: string): Promise<Outcome | null> {
  const path = entry.fields['storage_path'];
  const file = await fileOf(entry.userId, entry.id).catch(() => null);
  if (file === null) return LATER;
  if (!file || typeof path !== 'string') return refused('This photo is not on this device any more.');
  const config = await backendConfig();
  if (!config) return LATER;
  try {
    const response = await fetch(`${config.url}/storage/v1/object/${bucket}/${path}`, {
      method: 'POST',
      headers: {
        apikey: config.key,
        authorization: `Bearer ${token}`,
        'content-type': file.mime,
        'cache-control': 'max-age=31536000',
        'x-upsert': 'true',
      },
      body: file.bytes,
      signal: AbortSignal.timeout(UPLOAD_MS),
    });
    return uploadVerdict(response.status, parsed(await response.text()));
  } catch {
    return LATER;
  }
}
