// Parses an upload to the storage service: its bytes, and its type as declared by the browser.
import { tooLarge, wrongBody, wrongType } from './errors.ts';

export type Upload = { bytes: Uint8Array<ArrayBuffer>; type: string; cacheControl: string };
export type Limits = { size: number | null; types: string[] | null };

/** The single file of a form, or the raw body. */
async function partsOf(request: Request): Promise<Upload> {
  const type = request.headers.get('content-type') ?? 'application/octet-stream';
  if (!type.startsWith('multipart/form-data')) {
    const bytes = new Uint8Array(await request.arrayBuffer());
    return { bytes, type, cacheControl: request.headers.get('cache-control') ?? 'no-cache' };
  }
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (file === undefined) throw wrongBody('No file provided');
  const cache = form.get('cacheControl');
  return {
    bytes: new Uint8Array(await file.arrayBuffer()),
    type: file.type || 'application/octet-stream',
    cacheControl: typeof cache === 'string' ? `max-age=${cache}` : 'no-cache',
  };
}

const isAllowedType = (type: string, allowed: string) =>
  allowed === '*/*' || allowed === type || (allowed.endsWith('/*') && type.startsWith(allowed.slice(0, -1)));

/** Reads the upload and checks it against its bucket's limits. The type is the declared one, as in a hosted project. */
export async function readUpload(request: Request, limits: Limits): Promise<Upload> {
  const upload = await partsOf(request);
  const type = upload.type.split(';')[0]?.trim().toLowerCase() ?? '';
  if (limits.types?.length && !limits.types.some((allowed) => isAllowedType(type, allowed)))
    throw wrongType(upload.type);
  if (limits.size !== null && upload.bytes.length > limits.size) throw tooLarge();
  return upload;
}
