import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { fewFiles } from './src/app/chunks-plugin.ts';
import { fileHashes } from './src/app/precache-plugin.ts';
import { prerenderedPages } from './src/app/prerender-plugin.ts';
import { quietRouter } from './src/app/router-plugin.ts';
import { smallAuth } from './src/lib/auth-plugin.ts';
import { refuseSecretKeys } from './src/lib/key-plugin.ts';
import { manifest } from './src/lib/manifest.ts';
import { smallJspdf } from './src/pdf/jspdf-plugin.ts';
import { hostingFiles } from './supabase/local/hosting-plugin.ts';
import { previewLikeProduction } from './supabase/local/preview-plugin.ts';
import { embeddedBackend } from './supabase/local/vite-plugin.ts';

const local = (path: string) => resolve(import.meta.dirname, path);
const hashes = fileHashes();

export default defineConfig({
  plugins: [
    refuseSecretKeys(),
    react(),
    tailwindcss(),
    fewFiles(),
    smallJspdf(),
    quietRouter(),
    smallAuth(),
    prerenderedPages(),
    hostingFiles(),
    embeddedBackend(),
    previewLikeProduction(),
    hashes.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      manifestFilename: 'manifest.webmanifest',
      injectManifest: {
        manifestTransforms: [hashes.transform],
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,ttf,woff2}'],
        globIgnores: [
          // These pages are precached as HTML documents of their own.
          'assets/{features,about,pricing,privacy,terms}-page-*.js',
          // Useless offline, and opened only by the account holder: loaded on demand.
          'assets/{invoices,invoice-settings,invoices_invoice-settings,manage-users,invoice-pdf}-*.js',
          'assets/{invoices,invoice-settings,manage-users}-page-*.js',
        ],
      },
    }),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${local('src')}/` },
      { find: '@supabase/realtime-js', replacement: local('src/lib/realtime-stub.ts') },
      { find: /^@supabase\/functions-js$/, replacement: local('src/lib/functions-later.ts') },
      // Imported under these names only by @supabase/auth-js.
      {
        find: /^\.\/lib\/(?:webauthn|web3\/ethereum)$/,
        replacement: local('src/lib/auth-unused.ts'),
      },
      { find: /^(?:react-remove-scroll|aria-hidden)$/, replacement: local('src/ui/menu-unused.ts') },
      { find: /^@supabase\/storage-js$/, replacement: local('src/lib/storage-later.ts') },
    ],
  },
  server: { host: '127.0.0.1', port: 5173, watch: { ignored: ['**/.farm-data*/**', '**/supabase/**', '**/tests/**'] } },
  preview: { host: '127.0.0.1', port: 4173 },
  build: { target: 'es2022', sourcemap: false, manifest: true },
});
