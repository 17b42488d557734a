// Error responses of the storage service in its own format: the actual status is in the body, the HTTP status is 400.
import { json } from '../rest/responses.ts';

class StorageRefusal extends Error {
  constructor(
    readonly statusCode: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const noObject = () => new StorageRefusal(404, 'not_found', 'Object not found');
export const noBucket = () => new StorageRefusal(404, 'Bucket not found', 'Bucket not found');
export const noAccess = (message: string) => new StorageRefusal(403, 'Unauthorized', message);
export const tooLarge = () =>
  new StorageRefusal(413, 'Payload too large', 'The object exceeded the maximum allowed size');
export const wrongType = (type: string) =>
  new StorageRefusal(415, 'invalid_mime_type', `mime type ${type} is not supported`);
export const wrongKey = (name: string) => new StorageRefusal(400, 'InvalidKey', `Invalid key: ${name}`);
export const wrongToken = (message: string) => new StorageRefusal(400, 'InvalidJWT', message);
export const wrongBody = (message: string) => new StorageRefusal(400, 'Error', message);
const alreadyExists = () => new StorageRefusal(409, 'Duplicate', 'The resource already exists');

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : null;

/** Maps a database error to a storage refusal; returns any other error unchanged, as an internal one. */
export function asRefusal(error: unknown): unknown {
  if (error instanceof StorageRefusal) return error;
  if (codeOf(error) === '42501') return noAccess('new row violates row-level security policy');
  if (codeOf(error) === '23505') return alreadyExists();
  return error;
}

export function refusalResponse(error: unknown): Response {
  if (error instanceof StorageRefusal) {
    const { statusCode, code, message } = error;
    return json({ statusCode: String(statusCode), error: code, message }, 400);
  }
  console.error('[storage]', error);
  return json({ statusCode: '500', error: 'InternalError', message: 'Internal server error' }, 500);
}
