// `node supabase/local/cli.mjs reset|types|advise|demo-fill|reminders`: loads cli/cli.ts through Vite, which runs the command.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

const { module } = await runnerImport(resolve(import.meta.dirname, 'cli/cli.ts'), {
  configFile: false,
  logLevel: 'error',
});
process.exitCode = module.exitCode;
