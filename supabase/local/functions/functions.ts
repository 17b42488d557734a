// /functions/v1/NAME: the Edge Functions, run by a local Deno, with the error responses of a hosted project.
import { existsSync, watch, type FSWatcher } from 'node:fs';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { denoProcess, readEnvironment } from './deno.ts';
import { mailSecrets, withoutResendStandIn } from '../mail/mail-secrets.ts';
import { pushSecrets } from '../push/stand-in.ts';
import type { ProjectConfig } from '../project-config.ts';
import { verifyToken, type Keys } from '../auth/tokens.ts';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
};

export type FunctionsOptions = {
  root: string;
  /** The folder that contains NAME/index.ts. */
  folder: string;
  config: ProjectConfig;
  keys: Keys;
  /** The address at which functions reach the backend; read when Deno starts. */
  origin: () => string;
  log: (line: string) => void;
  /** Secrets and settings of the functions; by default those of supabase/functions/.env and of this process. */
  settings?: Record<string, string>;
};

/**
 * The settings in .env, overridden by the environment variables that .env.example names. Empty ones count as not set.
 */
function ownSettings(root: string): Record<string, string> {
  const folder = join(root, 'supabase/functions');
  const names = Object.keys(readEnvironment(join(folder, '.env.example')));
  const fromEnvironment = names.map((name) => [name, process.env[name] ?? ''] as const);
  const all = [...Object.entries(readEnvironment(join(folder, '.env'))), ...fromEnvironment];
  return Object.fromEntries(all.filter(([, value]) => value !== ''));
}

function reply(response: ServerResponse, status: number, body: unknown) {
  response.writeHead(status, { ...CORS, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** The refusal of a call without a valid token; null if the token is valid. */
function refusal(authorization: string | undefined, jwtSecret: string) {
  if (!authorization) return { code: 'UNAUTHORIZED_NO_AUTH_HEADER', message: 'Missing authorization header' };
  return verifyToken(authorization.replace(/^Bearer\s+/i, ''), jwtSecret)
    ? null
    : { code: 401, message: 'Invalid JWT' };
}

function forward(port: number, path: string, from: IncomingMessage, to: ServerResponse) {
  const host = `127.0.0.1:${port}`;
  const headers = {
    ...from.headers,
    host,
    'x-forwarded-host': from.headers.host ?? '',
    // The caller's address as a hosted project's gateway sets it, ignoring what the caller sends.
    'cf-connecting-ip': from.socket.remoteAddress ?? '',
  };
  // A new connection for each request: Deno may close a reused one just as the next request is sent.
  const options = { host: '127.0.0.1', port, method: from.method, path, headers, agent: false };
  const upstream = httpRequest(options, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  upstream.on('error', () => {
    if (to.headersSent) to.end();
    else reply(to, 502, { code: 'BAD_GATEWAY', message: 'The function ended the connection' });
  });
  to.on('close', () => {
    if (!to.writableEnded) upstream.destroy();
  });
  from.pipe(upstream);
}

/** A handler for /functions/v1/…; Deno starts with the first call, and restarts after a file was changed. */
export function functionsHandler({ root, folder, config, keys, origin, log, settings }: FunctionsOptions) {
  const deno = denoProcess({
    root,
    folder,
    log: (line) => log(`[functions] ${line}`),
    environment: () => {
      const functionSettings = settings ?? ownSettings(root);
      return {
        SUPABASE_URL: origin(),
        SUPABASE_ANON_KEY: keys.publishable,
        SUPABASE_PUBLISHABLE_KEY: keys.publishable,
        SUPABASE_SERVICE_ROLE_KEY: keys.secret,
        // If the installation has its own keys, notifications go to the browsers' push services.
        ...(functionSettings['VAPID_PRIVATE_KEY'] ? {} : pushSecrets(origin(), keys.vapid)),
        ...withoutResendStandIn(mailSecrets(origin()), functionSettings),
        ...functionSettings,
      };
    },
  });
  let watcher: FSWatcher | undefined;
  const startedPort = () => {
    // With explicit settings (in tests), do not restart on file changes.
    if (!settings) watcher ??= watch(folder, { recursive: true }, () => deno.stop());
    return deno.port();
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const [, name, rest] = /^\/functions\/v1\/([A-Za-z][\w-]*)([/?].*)?$/.exec(request.url ?? '') ?? [];
    if (!name || !existsSync(join(folder, name, 'index.ts')))
      return reply(response, 404, { code: 'NOT_FOUND', message: 'Requested function was not found' });
    if (request.method !== 'OPTIONS' && config.verifiesToken(name)) {
      const refused = refusal(request.headers.authorization, keys.jwtSecret);
      if (refused) return reply(response, 401, refused);
    }
    try {
      forward(await startedPort(), `/${name}${rest ?? ''}`, request, response);
    } catch (error) {
      log(`[functions] ${String(error)}`);
      reply(response, 503, { code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' });
    }
  };
  return {
    handle,
    close: () => {
      watcher?.close();
      deno.stop();
    },
  };
}
