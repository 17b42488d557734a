import { expect, test } from 'vitest';
import { beginningsFor, relatedTests } from '@tests/support/related-tests.mjs';

test.each([
  ['a test', 'tests/domain/csv.test.ts', ['tests/domain/csv.test.ts']],
  ['the helpers of a folder of tests', 'tests/features/works/farm.ts', ['tests/features/works/']],
  ['a screen', 'src/features/notes/list/row.tsx', ['tests/features/notes/']],
  ['another layer', 'src/ui/dialog.tsx', ['tests/features/ui/']],
  ['an edge function', 'supabase/functions/send-invoice/index.ts', ['tests/functions/send-invoice.']],
  ['what edge functions share', 'supabase/functions/_shared/mail.ts', ['tests/functions/']],
  ['the embedded backend', 'supabase/local/backend.ts', ['tests/database/embedded/']],
  ['a document', 'README.md', []],
])('a quick run includes the tests of %s', (_, file, beginnings) => {
  expect(beginningsFor(file)).toEqual(beginnings);
});

test('a quick run includes the tests of a migration’s subject, and of every migration', () => {
  const files = relatedTests(['supabase/migrations/20261123090000_notes.sql']);
  expect(files).toEqual([
    'tests/database/invariants.test.ts',
    'tests/database/notes.test.ts',
    'tests/database/plans-complete.test.ts',
    'tests/database/privileges.test.ts',
    'tests/database/types.test.ts',
  ]);
});
