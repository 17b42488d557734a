// Uploads the bytes of an entry, before its row. Safe to repeat: the same bytes go to the same path.
import type { Json } from '@/lib/database.types';
import { backendConfig } from '@/lib/env';
import type { Entry } from '@/offline/outbox/entry';
import { fileOf } from '@/offline/outbox/store/files';
import { parseJson } from './request';
import type { Outcome } from './send';
import { postBytes } from './upload-bytes';

const LATER: Outcome = { kind: 'later', afterMs: null };
const retryLater = (status: number, late?: true): Outcome => ({
  kind: 'later',
  afterMs: null,
  unclearStatus: status,
  ...(late ? { late } : {}),
});
const refusedOutcome = (sentence: string): Outcome => ({ kind: 'attention', problem: { kind: 'refused', sentence } });
const deniedOutcome = (sentence: string): Outcome => ({ kind: 'attention', problem: { kind: 'denied', sentence } });

const field = (body: Json | undefined, name: string): string => {
  const value = typeof body === 'object' && body !== null && !Array.isArray(body) ? body[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/**
 * The outcome of a response of the storage service; null: it has the bytes and returned their key. Its refusals have
 * status 400 and carry the actual status in the body.
 */
export function classifyUpload(status: number, body: Json | undefined, key: string): Outcome | null {
  if (status >= 200 && status < 300) return field(body, 'Key') === key ? null : retryLater(status);
  const message = field(body, 'message');
  if (status < 400 || message === '') return retryLater(status);
  const code = Number(field(body, 'statusCode')) || status;
  if (code === 401 || (code === 403 && !/row-level security/.test(message)) || /jwt|jws|"exp"/i.test(message)) {
    return { kind: 'signIn' };
  }
  // Temporary: the subscription may be renewed, or the user may get access again.
  if (code === 403) return deniedOutcome('You may not add photos to this account at the moment.');
  if (code === 413) return refusedOutcome('This photo is too large for the server.');
  if (code === 415) return refusedOutcome('The server does not take this kind of file.');
  if (code === 423 || code === 425 || code === 429) return LATER;
  // The storage service reports its own overload as 500 to 544.
  if (code === 408 || code >= 500) return retryLater(code);
  return refusedOutcome(message);
}

type Session = { token: string; bytesPerRequest?: number | undefined };

/** Uploads the bytes of an entry to its bucket; null: they are stored. Never throws. */
export async function uploadFile(
  entry: Entry,
  bucket: string,
  { token, bytesPerRequest }: Session,
): Promise<Outcome | null> {
  const path = entry.fields['storage_path'];
  const file = await fileOf(entry.userId, entry.id).catch(() => null);
  if (file === null) return LATER;
  if (!file || typeof path !== 'string') return refusedOutcome('This photo is not on this device any more.');
  const config = await backendConfig();
  if (!config) return LATER;
  const key = `${bucket}/${path}`;
  const { status, text, late } = await postBytes(
    `${config.url}/storage/v1/object/${key}`,
    {
      apikey: config.key,
      authorization: `Bearer ${token}`,
      'content-type': file.mime,
      'cache-control': 'max-age=31536000',
      'x-upsert': 'true',
    },
    file.bytes,
    bytesPerRequest,
  );
  return late ? retryLater(0, late) : classifyUpload(status, parseJson(text), key);
}
