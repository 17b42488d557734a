import { expect, test } from 'vitest';
import { pathPatterns, relatedTests } from '@tests/support/related-tests.mjs';

test.each([
  ['a test', 'tests/domain/core/csv.test.ts', ['tests/domain/core/csv.test.ts']],
  ['the helpers of a folder of tests', 'tests/features/works/works-helpers.ts', ['tests/features/works/']],
  ['a screen', 'src/features/notes/list/row.tsx', ['tests/features/notes/']],
  ['the queries of a subject', 'src/data/notes/notes.ts', ['tests/features/notes/']],
  ['the parts of a subject that screens share', 'src/widgets/time-off/busy.ts', ['tests/features/time-off/']],
  ['another layer', 'src/ui/dialog.tsx', ['tests/features/ui/']],
  ['who is signed in', 'src/session/account.tsx', ['access', 'shell', 'sign-in'].map((at) => `tests/features/${at}/`)],
  ['a record', 'src/records/notes.ts', ['tests/database/records.', 'tests/features/notes/']],
  ['an edge function', 'supabase/functions/create-portal-session/index.ts', ['tests/functions/']],
  ['the embedded backend', 'supabase/local/backend.ts', ['tests/database/embedded/', 'tests/database/types.']],
  ['a document', 'README.md', []],
])('a quick run includes the tests of %s', (_, file, places) => {
  expect(pathPatterns(file)).toEqual(places);
});

test('a quick run includes the tests of a migration’s subject, and of every migration', () => {
  const files = relatedTests(['supabase/migrations/20261124090200_notes.sql']);
  expect(files).toEqual([
    'tests/database/access/privileges.test.ts',
    'tests/database/invariants.test.ts',
    'tests/database/notes/note-titles.test.ts',
    'tests/database/notes/notes.test.ts',
    'tests/database/plans/plans-complete.test.ts',
    'tests/database/records.test.ts',
    'tests/database/types.test.ts',
  ]);
});
