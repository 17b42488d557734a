// A signed URL works for anyone who has it, including a removed person, so it expires within ten minutes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SIGNED_URL_SECONDS } from '@/lib/storage';

test('every signed URL that the app requests expires within ten minutes', () => {
  expect(SIGNED_URL_SECONDS).toBeLessThanOrEqual(600);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const calls = sources.flatMap((name) =>
    Array.from(readFileSync(join('src', name), 'utf8').matchAll(/createSignedUrls?\(([^)]*)\)/g), ([, args]) => args),
  );
  expect(calls.length).toBeGreaterThan(0);
  // An address that is used at once has a minute (src/lib/storage.ts).
  for (const args of calls) expect(args).toMatch(/, (SIGNED_URL|ONE_USE)_SECONDS$/);
});
