// In a process of its own: its page may reload once only.
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { ErrorBoundary } from '@/app/error-boundary';

let broken: Error | null = null;

function Screen() {
  if (broken) throw broken;
  return <p>The screen</p>;
}

beforeEach(() => {
  // React logs what a boundary caught.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const view = (path: string) => (
  <ErrorBoundary resetKey={path}>
    <Screen />
  </ErrorBoundary>
);

test('a screen that crashes is replaced by an error page that can retry', async () => {
  broken = new Error('rows is not iterable');
  render(view('/a'));
  expect(screen.getByRole('heading', { level: 1, name: 'This page stopped' })).toBeVisible();
  expect(screen.getByText('rows is not iterable')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Noticeboard' })).toHaveAttribute('href', '/noticeboard');
  expect(document.title).toBe('This page stopped · Farm Diary');
  broken = null;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('The screen')).toBeVisible();
});

test('navigating to another page closes the error page', () => {
  broken = new Error('rows is not iterable');
  const { rerender } = render(view('/a'));
  broken = null;
  rerender(view('/a'));
  expect(screen.queryByText('The screen')).not.toBeInTheDocument();
  rerender(view('/b'));
  expect(screen.getByText('The screen')).toBeVisible();
});

test('a file that failed to load is not reported as a fault of the page', async () => {
  const reload = vi.fn();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  broken = new TypeError('Failed to fetch dynamically imported module: /assets/tasks-page.js');
  render(view('/a'));
  expect(screen.getByRole('heading', { name: 'This page did not load' })).toBeVisible();
  expect(screen.queryByText(/dynamically imported/)).not.toBeInTheDocument();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('offline a page that is not on the device says that it needs a connection', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  broken = new TypeError('Failed to fetch dynamically imported module: /assets/invoices-page.js');
  render(view('/a'));
  expect(screen.getByRole('heading', { name: 'This page needs signal' })).toBeVisible();
  expect(document.title).toBe('This page needs signal · Farm Diary');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to Noticeboard' })).toHaveAttribute('href', '/noticeboard');
});
