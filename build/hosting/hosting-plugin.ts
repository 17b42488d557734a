// Vite plugin: writes the configuration files of hosting providers next to the built pages. Their content
// security policy allows the inline styles of the pages.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';
import { policyHosts } from './content-policy.ts';
import { hostingFilesOf } from './hosting-files.ts';

export function hostingFiles(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'farm-diary:hosting-files',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    writeBundle: {
      order: 'post',
      handler() {
        const folder = resolve(config.root, config.build.outDir);
        const hosts = policyHosts(config.env);
        const pages = readdirSync(folder).filter((file) => file.endsWith('.html'));
        const html = pages.map((file) => readFileSync(join(folder, file), 'utf8'));
        for (const [name, text] of Object.entries(hostingFilesOf(html, hosts))) {
          mkdirSync(dirname(join(folder, name)), { recursive: true });
          writeFileSync(join(folder, name), text);
        }
      },
    },
  };
}
