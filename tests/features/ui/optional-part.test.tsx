import { render, screen, waitFor } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { reloadOnceForNewVersion } from '@/app/version/stale-version';
import { optionalPart } from '@/ui/optional-part';
import { eventLoopTurns } from '@tests/support/event-loop-turns';

test('a part shows once its file is loaded', async () => {
  const Part = optionalPart(() => Promise.resolve(() => <p>First steps</p>));
  render(
    <Suspense fallback={null}>
      <Part />
    </Suspense>,
  );
  expect(await screen.findByText('First steps')).toBeInTheDocument();
});

test('a page whose optional part cannot be loaded stays as it is, and is not reloaded', async () => {
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  reloadOnceForNewVersion();
  const error = new TypeError('Failed to fetch dynamically imported module');
  const Part = optionalPart(async () => {
    await Promise.resolve();
    window.dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error }));
    throw error;
  });
  render(
    <>
      <p>Notices</p>
      <Suspense fallback={<p>Loading</p>}>
        <Part />
      </Suspense>
    </>,
  );
  await waitFor(() => expect(screen.queryByText('Loading')).not.toBeInTheDocument());
  await eventLoopTurns();
  expect(screen.getByText('Notices')).toBeInTheDocument();
  expect(reload).not.toHaveBeenCalled();
});
