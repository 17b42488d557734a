// /storage/v1: the part of a hosted project's storage that the app needs. Each request first acts on storage.objects as
// its caller, so that row policies decide; only then on bytes.
import { createHash, randomUUID } from 'node:crypto';
import { json } from '../rest/responses.ts';
import type { Database, Row } from '../database/sql.ts';
import { asCaller, callerIn, callerOf, type Caller } from './caller.ts';
import { asRefusal, noBucket, noObject, refusalResponse, wrongBody, wrongKey, wrongToken } from './errors.ts';
import type { Files } from './files.ts';
import { listFolder } from './list.ts';
import { readUpload } from './upload.ts';
import { signToken, verifyToken, type Keys } from '../auth/tokens.ts';

type Tools = { database: Database; files: Files; keys: Keys };
type Place = { bucket: string; name: string };

const VALID_KEY = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Signed URLs use a secret of their own, so that their tokens cannot be used to sign in. */
const linkSecret = (keys: Keys) => `${keys.jwtSecret} storage`;

async function bucketOf({ database }: Tools, id: string): Promise<Row> {
  const [bucket] = await database.query('select * from storage.buckets where id = $1', [id]);
  if (!bucket) throw noBucket();
  return bucket;
}

async function upload(tools: Tools, request: Request, caller: Caller, { bucket, name }: Place) {
  const { file_size_limit: size, allowed_mime_types: types } = await bucketOf(tools, bucket);
  if (!VALID_KEY.test(name) || name.endsWith('/')) throw wrongKey(name);
  const limits = { size: size === null ? null : Number(size), types: Array.isArray(types) ? types.map(String) : null };
  const { bytes, type, cacheControl } = await readUpload(request, limits);
  const version = randomUUID();
  const owner = text(caller.claims['sub']) || null;
  const metadata = {
    eTag: `"${createHash('md5').update(bytes).digest('hex')}"`,
    size: bytes.length,
    mimetype: type,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: bytes.length,
    httpStatusCode: 200,
  };
  const upsert = request.headers.get('x-upsert') === 'true';
  const { id, before } = await asCaller(tools.database, caller, async (sql) => {
    const [old] = await sql.query('select version from storage.objects where bucket_id = $1 and name = $2', [
      bucket,
      name,
    ]);
    const [row] = await sql.query(
      `insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
       values ($1, $2, $3::uuid, $3::text, $4, $5::text::jsonb) ${
         upsert
           ? `on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
                version = excluded.version, metadata = excluded.metadata, updated_at = now()`
           : ''
       } returning id`,
      [bucket, name, owner, version, JSON.stringify(metadata)],
    );
    // Inside the transaction: if writing the bytes fails, the row is rolled back.
    await tools.files.write(version, bytes);
    return { id: row?.['id'], before: text(old?.['version']) };
  });
  if (before) await tools.files.remove(before);
  return json({ Id: id, Key: `${bucket}/${name}` });
}

/** As the storage service answers `?download=NAME`: an attachment. Without a name it is the last part of the path. */
const attachmentHeader = (download: string) => ({
  'content-disposition':
    download === '' ? 'attachment' : `attachment; filename*=UTF-8''${encodeURIComponent(download)}`,
});

async function bytesOf({ files }: Tools, row: Row | undefined, download: string | null): Promise<Response> {
  const bytes = row && (await files.read(text(row['version'])));
  if (!bytes) throw noObject();
  // Only `upload` writes this column.
  const { mimetype, cacheControl, eTag } = row['metadata'] as Record<string, string>;
  return new Response(bytes, {
    headers: {
      'content-type': mimetype ?? 'application/octet-stream',
      'cache-control': cacheControl ?? 'no-cache',
      etag: eTag ?? '',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      ...(download !== null && attachmentHeader(download)),
    },
  });
}

const FIND = 'select version, metadata from storage.objects where bucket_id = $1 and name = $2';

async function download(tools: Tools, caller: Caller, { bucket, name }: Place) {
  const [row] = await asCaller(tools.database, caller, (sql) => sql.query(FIND, [bucket, name]));
  return bytesOf(tools, row, null);
}

async function downloadSigned(tools: Tools, query: URLSearchParams, { bucket, name }: Place) {
  const claims = verifyToken(query.get('token') ?? '', linkSecret(tools.keys));
  if (!claims) throw wrongToken('"exp" claim timestamp check failed');
  if (claims['url'] !== `${bucket}/${name}`) throw wrongToken('The url of the token is another one');
  // A hosted project checks nothing more. Here the URL also stops working when its signer loses access.
  const [row] = await asCaller(tools.database, callerIn(claims), (sql) => sql.query(FIND, [bucket, name]));
  return bytesOf(tools, row, query.get('download'));
}

/** A hosted project lets the caller choose; the app never asks for longer. */
const MAX_LINK_SECONDS = 600;

function signedUrl({ keys }: Tools, { role, claims }: Caller, { bucket, name }: Place, seconds: number) {
  const now = Math.floor(Date.now() / 1000);
  const { sub, aal } = claims;
  const exp = now + Math.min(seconds, MAX_LINK_SECONDS);
  const token = signToken({ url: `${bucket}/${name}`, role, sub, aal, iat: now, exp }, linkSecret(keys));
  return `/object/sign/${bucket}/${name}?token=${token}`;
}

type Body = Record<string, unknown>;
const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(text) : []);

async function sign(tools: Tools, caller: Caller, { bucket, name }: Place, body: Body) {
  const seconds = Number(body['expiresIn']);
  if (!(seconds >= 1)) throw wrongBody('body/expiresIn must be >= 1');
  const paths = name === '' ? textsIn(body['paths']) : [name];
  const rows = await asCaller(tools.database, caller, (sql) =>
    sql.query('select name from storage.objects where bucket_id = $1 and name = any ($2::text[])', [bucket, paths]),
  );
  const found = new Set(rows.map((row) => row['name']));
  if (name !== '') {
    if (!found.has(name)) throw noObject();
    return json({ signedURL: signedUrl(tools, caller, { bucket, name }, seconds) });
  }
  return json(
    paths.map((path) =>
      found.has(path)
        ? { error: null, path, signedURL: signedUrl(tools, caller, { bucket, name: path }, seconds) }
        : { error: 'Either the object does not exist or you do not have access to it', path, signedURL: null },
    ),
  );
}

async function list(tools: Tools, caller: Caller, bucket: string, body: Body) {
  const rows = await asCaller(tools.database, caller, (sql) =>
    sql.query('select * from storage.objects where bucket_id = $1 and starts_with(name, $2) order by name', [
      bucket,
      text(body['prefix']),
    ]),
  );
  return json(listFolder(rows, body));
}

async function remove(tools: Tools, caller: Caller, bucket: string, body: Body) {
  const rows = await asCaller(tools.database, caller, (sql) =>
    sql.query('delete from storage.objects where bucket_id = $1 and name = any ($2::text[]) returning *', [
      bucket,
      textsIn(body['prefixes']),
    ]),
  );
  for (const row of rows) await tools.files.remove(text(row['version']));
  return json(rows);
}

async function bodyOf(request: Request): Promise<Body> {
  const body: unknown = await request.json().catch(() => null);
  if (typeof body !== 'object' || body === null) throw wrongBody('body must be object');
  return body as Body;
}

/**
 * Parses the supported paths of /storage/v1/object: verb, an optional word, the bucket, and the name if there is one.
 */
function route(method: string, path: string) {
  const [, word = '', bucket = '', name = ''] =
    /^\/storage\/v1\/object\/(?:(authenticated|sign|list|public|move|copy|info|upload)(?:\/|$))?([^/]*)(?:\/(.*))?$/.exec(
      path,
    ) ?? [];
  if (bucket === '') return null;
  return { verb: `${method} ${word}${name === '' ? '' : '/'}`, place: { bucket, name } };
}

/** Answers a request below /storage/v1; 404 for anything unsupported. */
export async function answerStorage(tools: Tools, request: Request, url: URL): Promise<Response> {
  try {
    const found = route(request.method, decodeURIComponent(url.pathname));
    const caller = () => callerOf(request, tools.keys);
    switch (found?.verb) {
      case 'POST /':
        return await upload(tools, request, caller(), found.place);
      case 'GET /':
      case 'GET authenticated/':
        return await download(tools, caller(), found.place);
      case 'GET sign/':
        return await downloadSigned(tools, url.searchParams, found.place);
      case 'POST sign/':
      case 'POST sign':
        return await sign(tools, caller(), found.place, await bodyOf(request));
      case 'POST list':
        return await list(tools, caller(), found.place.bucket, await bodyOf(request));
      case 'DELETE ':
        return await remove(tools, caller(), found.place.bucket, await bodyOf(request));
      default:
        return json({ message: 'Not Found' }, 404);
    }
  } catch (error) {
    return refusalResponse(error instanceof URIError ? wrongKey(url.pathname) : asRefusal(error));
  }
}
