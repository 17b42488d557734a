import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '@/ui/layout/page';
import { useFirstRows } from '@/ui/paint/use-after-paint';

const rows = Array.from({ length: 60 }, (_, index) => `row ${index}`);
const rowCounts: number[] = [];

function List() {
  const first = useFirstRows(rows);
  rowCounts.push(first.length);
  return first.map((row) => <p key={row}>{row}</p>);
}

function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  );
}

const scrollTo = vi.fn();

beforeEach(() => {
  rowCounts.length = 0;
  vi.stubGlobal('scrollTo', scrollTo);
  scrollTo.mockClear();
  render(
    <MemoryRouter>
      <Routes>
        <Route
          path="/"
          element={
            <Page title="List">
              <Link to="/other">Other</Link>
              <List />
            </Page>
          }
        />
        <Route
          path="/other"
          element={
            <Page title="Other">
              <Link to="/">List</Link>
              <Back />
            </Page>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
});

afterEach(() => vi.unstubAllGlobals());

test('a screen opened by a link starts at its top with the rows that fit the window, then renders all', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Other' }));
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0);
  rowCounts.length = 0;
  await user.click(screen.getByRole('link', { name: 'List' }));
  expect(await screen.findByText('row 59')).toBeVisible();
  expect(rowCounts[0]).toBe(Math.ceil(window.innerHeight / 56));
  expect(rowCounts.at(-1)).toBe(60);
});

test('going back renders all rows at once, and leaves the scroll position to the browser', async () => {
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Other' }));
  rowCounts.length = 0;
  scrollTo.mockClear();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('row 59')).toBeVisible();
  expect(new Set(rowCounts)).toEqual(new Set([60]));
  expect(scrollTo).not.toHaveBeenCalled();
});
