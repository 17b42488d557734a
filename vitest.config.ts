import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig, type UserWorkspaceConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import { smallJspdf } from './build/jspdf-plugin.ts';
import { fullOnly } from './tests/support/full-only.mjs';

const local = new URL('.', import.meta.url).pathname;
const alias = [
  { find: '@tests', replacement: `${local}tests` },
  { find: /^@\//, replacement: `${local}src/` },
  // Packages as the edge functions import them.
  { find: /^npm:(.+)@[\d.]+$/, replacement: '$1' },
];
// Feature, outbox and soak tests run against the embedded backend in-process; requests to this address reach no
// network.
const backend = { VITE_SUPABASE_URL: 'http://localhost:3000', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' };

const exclude = [...configDefaults.exclude, ...(process.env['FULL'] === '1' ? [] : fullOnly)];

/**
 * Files that replace modules or the network, load modules anew, or leave the page in a state that no other test may find:
 * each runs in a process of its own. All others share a few processes, in which a module is loaded and compiled once.
 */
const alone = readdirSync(`${local}tests/features`, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `tests/features/${file}`)
  .filter((file) =>
    /\b(vi\.(mock|doMock|hoisted|resetModules)|setupServer)\(|^\/\/ In a process of its own/m.test(
      readFileSync(local + file, 'utf8'),
    ),
  );

const features = {
  environment: 'happy-dom',
  // A pressed download link must not lead away from the page.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  globalSetup: ['tests/support/database/database-server.ts'],
  setupFiles: ['tests/support/feature-setup.ts'],
  // Not setImmediate, by which the connection to Postgres writes.
  fakeTimers: { toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] },
  env: backend,
  // Two processes would often wait for timers at the same time.
  maxWorkers: 3,
  sequence: { groupOrder: 1 },
} satisfies UserWorkspaceConfig['test'];

export default defineConfig({
  // Tests generate PDFs with the same reduced jspdf as the build.
  plugins: [react(), smallJspdf()],
  resolve: { alias },
  test: {
    maxWorkers: 2,
    exclude,
    server: { deps: { inline: ['jspdf', 'jspdf-autotable', 'fast-png'] } },
    // Generous: on a busy machine a test may stand still for a while.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    globalSetup: ['tests/support/database/database-snapshot.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'domain',
          include: ['tests/domain/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: ['tests/support/random-seed.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database/database-server.ts'],
          setupFiles: ['tests/support/database/database-setup.ts'],
          // A process runs many files, so that it loads and compiles the backend once.
          isolate: false,
        },
      },
      // Of one group, the project first by name runs first: after a shared process one of its own would have to start.
      { extends: true, test: { ...features, name: 'features-alone', include: alone } },
      {
        extends: true,
        test: {
          ...features,
          name: 'features-shared',
          include: ['tests/features/**/*.test.{ts,tsx}'],
          exclude: [...exclude, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'outbox',
          include: ['tests/outbox/**/*.test.ts'],
          environment: 'node',
          setupFiles: ['tests/support/random-seed.ts'],
          isolate: false,
          env: backend,
        },
      },
      // Long randomised scenarios, run only by `npm run soak`.
      {
        extends: true,
        test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], environment: 'node', env: backend },
      },
      {
        extends: true,
        test: {
          name: 'functions',
          include: ['tests/functions/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database/database-server.ts'],
          setupFiles: ['tests/support/database/use-server.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database/database-server.ts'],
          // A process runs many files with one browser, and reads the built files once.
          isolate: false,
          // Two would both wait at times, for the app's own delays.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          env: { LITE_AUTH_BCRYPT_COST: '4' },
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Vitest's own second is not enough for a page on a busy machine.
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
});
