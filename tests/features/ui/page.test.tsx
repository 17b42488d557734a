import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link, MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { BarTitle } from '@/ui/layout/bar-title';
import { Page } from '@/ui/layout/page';
import { getTheme, setTheme } from '@/ui/layout/theme';

test('a page sets the titles of document and app bar, and focuses its heading after navigation', async () => {
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <BarTitle />
      <Routes>
        <Route
          path="/"
          element={
            <Page title="Diary">
              <Link to="/works-list">Works</Link>
            </Page>
          }
        />
        <Route
          path="/works-list"
          element={
            <Page title="Works List" back={{ to: '/', label: 'Diary' }}>
              text
            </Page>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
  expect(document.title).toBe('Diary · Farm Diary');
  expect(document.querySelector('.bar-title')).toHaveTextContent('Diary');
  await user.click(screen.getByRole('link', { name: 'Works' }));
  expect(document.title).toBe('Works List · Farm Diary');
  expect(screen.getByRole('heading', { level: 1, name: 'Works List' })).toHaveFocus();
  expect(document.querySelector('.bar-title')).toHaveTextContent('Works List');
  expect(screen.getAllByRole('link', { name: 'Back to Diary' })[0]).toHaveAttribute('href', '/');
});

test('the theme is set at once and stored on the device; auto resets it', () => {
  act(() => setTheme('sunlight'));
  expect(document.documentElement.dataset['theme']).toBe('sunlight');
  expect(localStorage.getItem('farm-diary-theme')).toBe('sunlight');
  expect(getTheme()).toBe('sunlight');
  act(() => setTheme('auto'));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
  expect(getTheme()).toBe('auto');
});
