import { resolve } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { groupedChunks } from './build/chunks-plugin.ts';
import { hostingFiles } from './build/hosting/hosting-plugin.ts';
import { previewLikeProduction } from './build/hosting/preview-plugin.ts';
import { smallJspdf } from './build/jspdf-plugin.ts';
import { refuseSecretKeys } from './build/key-plugin.ts';
import { manifest } from './build/manifest.ts';
import { installedFiles } from './build/precache-plugin.ts';
import { prerenderedPages } from './build/prerender/prerender-plugin.ts';
import { quietRouter } from './build/router-plugin.ts';
import { embeddedBackend } from './supabase/local/vite-plugin.ts';

const local = (path: string) => resolve(import.meta.dirname, path);
const installed = installedFiles();

export default defineConfig({
  plugins: [
    refuseSecretKeys(),
    react(),
    tailwindcss(),
    groupedChunks(),
    smallJspdf(),
    quietRouter(),
    prerenderedPages(),
    hostingFiles(),
    embeddedBackend(),
    previewLikeProduction(),
    installed.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src',
      filename: 'sw.ts',
      injectRegister: false,
      registerType: 'prompt',
      manifest,
      manifestFilename: 'manifest.webmanifest',
      includeManifestIcons: false,
      injectManifest: {
        manifestTransforms: [installed.transform],
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest,ttf,woff2}'],
        // Only pages that need signal make invoices and set passwords. The device fetches the large icons itself when the app is installed.
        globIgnores: ['assets/{invoice-pdf,guessable-problem,common-passwords}-*.js', 'icons/{icon,maskable}-512.png'],
      },
    }),
  ],
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${local('src')}/` },
      // Imported under these names only by @supabase/auth-js.
      {
        find: /^\.\/lib\/(?:webauthn|web3\/ethereum)$/,
        replacement: local('build/stubs/auth-unused.ts'),
      },
      { find: /^(?:react-remove-scroll|aria-hidden)$/, replacement: local('build/stubs/menu-unused.ts') },
    ],
  },
  server: { host: '127.0.0.1', port: 5173, watch: { ignored: ['**/.farm-data*/**', '**/supabase/**', '**/tests/**'] } },
  preview: { host: '127.0.0.1', port: 4173 },
  build: { target: 'es2022', sourcemap: false, manifest: true },
});
