import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import react from '@vitejs/plugin-react';
import { smallJspdf } from './build/jspdf-plugin.ts';

const local = new URL('.', import.meta.url).pathname;
const alias = [
  { find: '@tests', replacement: `${local}tests` },
  { find: /^@\//, replacement: `${local}src/` },
];
// Feature, outbox and soak tests run against the embedded backend in-process; requests to this address reach no
// network.
const backend = { VITE_SUPABASE_URL: 'http://localhost:3000', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' };

/**
 * The screen tests that load the app for themselves: those that replace modules (or the network, before the client is
 * loaded), and those marked "Runs alone" because they leave a module changed. All others share one app, which takes
 * half as long.
 */
const RUNS_ALONE = /\bvi\.(?:mock|doMock|resetModules)\(|\bsetupServer\(|^\/\/ Runs alone:/m;
const FEATURES = 'tests/features';
const aloneFeatures = readdirSync(FEATURES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file) && RUNS_ALONE.test(readFileSync(join(FEATURES, file), 'utf8')))
  .map((file) => `${FEATURES}/${file}`);
const features = {
  testTimeout: 100_000,
  environment: 'happy-dom',
  // A pressed download link must not lead away from the page that the next tests use.
  environmentOptions: {
    happyDOM: { settings: { navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true } } },
  },
  setupFiles: ['tests/support/feature-setup.ts'],
  env: backend,
};

export default defineConfig({
  // Tests generate PDFs with the same reduced jspdf as the build.
  plugins: [react(), smallJspdf()],
  resolve: { alias },
  test: {
    maxWorkers: 2,
    server: { deps: { inline: ['jspdf', 'jspdf-autotable', 'fast-png'] } },
    // Generous, because a test may be paused for a while on a busy machine.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    globalSetup: ['tests/support/database/database-snapshot.ts'],
    projects: [
      { extends: true, test: { name: 'domain', include: ['tests/domain/**/*.test.{ts,tsx}'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/database/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/support/database/database-server.ts'],
          setupFiles: ['tests/support/database/database-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...features,
          name: 'features',
          include: [`${FEATURES}/**/*.test.{ts,tsx}`],
          exclude: aloneFeatures,
          // A file that failed is run again with its own app (tests/support/run-all.mjs).
          isolate: process.env['SCREENS_ALONE'] === '1',
        },
      },
      { extends: true, test: { ...features, name: 'features-alone', include: aloneFeatures } },
      {
        extends: true,
        test: { name: 'outbox', include: ['tests/outbox/**/*.test.ts'], environment: 'node', env: backend },
      },
      // Long randomised scenarios, run only by `npm run soak`.
      {
        extends: true,
        test: { name: 'soak', include: ['tests/soak/**/*.test.ts'], environment: 'node', env: backend },
      },
      { extends: true, test: { name: 'functions', include: ['tests/functions/**/*.test.ts'], environment: 'node' } },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Vitest's default of one second is too short for a page on a busy machine.
          expect: { poll: { timeout: 90_000 } },
        },
      },
    ],
  },
});
