// Makes `vite preview` serve the built app as in production: headers, compression, 404s.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { previewFiles } from './preview-files.ts';

export function previewLikeProduction(): Plugin {
  return {
    name: 'farm-diary:preview-like-production',
    configurePreviewServer(server) {
      const { root, build } = server.config;
      server.middlewares.use(previewFiles(resolve(root, build.outDir)));
    },
  };
}
