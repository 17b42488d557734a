import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import { useFollowLink } from '@/ui/lists/use-follow-link';

function List() {
  const { pathname, search } = useLocation();
  return (
    <>
      <a href="/works-list?edit=1" onClick={useFollowLink()}>
        Open
      </a>
      <p>at {pathname + search}</p>
    </>
  );
}

beforeEach(() => {
  render(
    <MemoryRouter>
      <List />
    </MemoryRouter>,
  );
});

/** Presses the link; true if the browser handles it. */
function press(init: MouseEventInit) {
  const link = screen.getByRole('link', { name: 'Open' });
  const event = createEvent.click(link, init);
  fireEvent(link, event);
  return !event.defaultPrevented;
}

test('a plain press is handled by the app', () => {
  expect(press({})).toBe(false);
  expect(screen.getByText('at /works-list?edit=1')).toBeInTheDocument();
});

test.each([
  ['Ctrl', { ctrlKey: true }],
  ['Cmd', { metaKey: true }],
  ['Shift', { shiftKey: true }],
  ['Alt', { altKey: true }],
  ['the middle button', { button: 1 }],
])('a press with %s is left to the browser', (_, init) => {
  expect(press(init)).toBe(true);
  expect(screen.getByText('at /')).toBeInTheDocument();
});
