// Builds the app: for the embedded backend, or for a hosted project.
import { spawnSync } from 'node:child_process';

export function build({ folder = 'dist', project = '' } = {}) {
  const run = spawnSync(
    'npx',
    ['--no-install', 'vite', 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        VITE_SUPABASE_URL: project,
        VITE_SUPABASE_PUBLISHABLE_KEY: project === '' ? '' : 'sb_publishable_for_the_bench',
      },
    },
  );
  if (run.status !== 0) throw new Error('the build failed');
}
