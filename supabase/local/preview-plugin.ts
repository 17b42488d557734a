// Lets `vite preview` give the built app out as production does: headers, compression, 404s.
import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { previewFiles } from './preview-files.ts';

export function previewLikeProduction(): Plugin {
  return {
    name: 'farm-diary:preview-like-production',
    configurePreviewServer(server) {
      const { root, build, env } = server.config;
      const project: unknown = env['VITE_SUPABASE_URL'];
      const backend = typeof project === 'string' && project ? new URL(project).origin : undefined;
      const serve = previewFiles(resolve(root, build.outDir), backend ? { backend } : {});
      server.middlewares.use(serve);
    },
  };
}
