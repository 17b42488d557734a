// Adds the embedded backend to Vite's dev and preview servers: app and backend on one origin.
import { watch } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin, PreviewServer, ViteDevServer } from 'vite';
import { backendHandler } from './handler.ts';
import { openInstallation, type Installation } from './installation.ts';

type Shared = { installation: Promise<Installation>; servers: number };

// When its configuration changes, Vite restarts its server inside the process, and starts the new one before it closes
// the old one. So the database belongs to the process.
const KEY = Symbol.for('farm-diary.embedded-backend');
const sharedHolder = (): { current?: Shared } => {
  const holder: Record<symbol, { current?: Shared } | undefined> = globalThis;
  return (holder[KEY] ??= {});
};

async function stop() {
  const { current } = sharedHolder();
  if (!current || current.servers > 0) return;
  delete sharedHolder().current;
  await (await current.installation).close();
}

function stopOnSignal(signal: 'SIGINT' | 'SIGHUP', code: number) {
  process.once(signal, () => {
    const { current } = sharedHolder();
    if (current) current.servers = 0;
    void stop().finally(() => process.exit(code));
  });
}

function openShared(root: string, origin: () => string, log: (line: string) => void): Shared {
  const holder = sharedHolder();
  if (holder.current) return holder.current;
  const current = { installation: openInstallation({ root, origin, log }), servers: 0 };
  holder.current = current;
  // Vite handles SIGTERM: it closes the server, and with it this backend.
  stopOnSignal('SIGINT', 130);
  stopOnSignal('SIGHUP', 129);
  return current;
}

function originOfServer(server: ViteDevServer | PreviewServer, port: number): () => string {
  return () => {
    const address = server.httpServer?.address();
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`;
  };
}

async function mount(server: ViteDevServer | PreviewServer, port: number) {
  const { root, logger, env } = server.config;
  if (env['VITE_SUPABASE_URL']) return null;
  const origin = originOfServer(server, port);
  const current = openShared(root, origin, (line) => logger.info(`  ${line}`));
  current.servers += 1;
  const close = server.close.bind(server);
  server.close = async () => {
    await close();
    current.servers -= 1;
    await stop();
  };
  const installation = await current.installation;
  server.middlewares.use(backendHandler(installation, origin));
  return installation;
}

/** Applies a new migration file as soon as it is saved. */
function followMigrations(server: ViteDevServer, installation: Installation) {
  const { root, logger } = server.config;
  let waiting: NodeJS.Timeout | undefined;
  const watcher = watch(resolve(root, 'supabase/migrations'), () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      installation.migrate().then(
        (applied) => applied.length && logger.info(`  applied ${applied.join(', ')}`),
        (error: unknown) => logger.error(error instanceof Error ? error.message : String(error)),
      );
    }, 200);
  });
  server.httpServer?.once('close', () => watcher.close());
}

/** Disabled when VITE_SUPABASE_URL names a project. */
export function embeddedBackend(): Plugin {
  return {
    name: 'farm-diary:embedded-backend',
    config() {
      // Vite exits when stdin closes unless CI is set; set it if there is no terminal.
      if (!process.stdin.isTTY) process.env['CI'] = 'true';
    },
    async configureServer(server) {
      const installation = await mount(server, server.config.server.port);
      if (installation) followMigrations(server, installation);
    },
    async configurePreviewServer(server) {
      await mount(server, server.config.preview.port);
    },
  };
}
