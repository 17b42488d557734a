// What the tests of all reports begin with: a database, an account holder, and the page with its table and its sums.
import { screen, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { catchSavedFiles } from '@tests/features/calculators/saved-files';
import { testBackend, type Person, type TestBackend } from '@tests/support/embedded/backend';
import { renderPage } from '@tests/support/render-page';

export function reportPage() {
  let backend: TestBackend;
  let owner: Person;
  catchSavedFiles();
  beforeAll(async () => {
    backend = await testBackend();
  });
  beforeEach(async () => {
    owner = await backend.user({ firstName: 'Alex', lastName: 'Hill' });
  });
  afterAll(() => backend.close());
  return {
    backend: () => backend,
    owner: () => owner,
    openReport: (query: string, person = owner) => renderPage(`/reports${query}`, { backend, person }),
  };
}

/** The texts of the rows of a table. */
export async function rowsOf(name: string): Promise<(string | null)[][]> {
  const [, ...list] = within(await screen.findByRole('table', { name })).getAllByRole('row');
  return list.map((row) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  );
}

export const totals = (): string | null => screen.getByRole('region', { name: 'Totals' }).textContent;
