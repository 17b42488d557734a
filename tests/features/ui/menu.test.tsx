import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { Dialog } from '@/ui/popups/dialog';
import { Menu } from '@/ui/popups/menu';

function CurrentPath() {
  return <p>at {useLocation().pathname}</p>;
}

function open(onSelect: () => void) {
  render(
    <MemoryRouter>
      <header>
        <Menu
          items={[
            { label: 'Account Settings', to: '/account' },
            { label: 'Screen', items: [{ label: 'Light', onSelect }] },
            'rule',
            { label: 'Delete', onSelect, danger: true },
          ]}
        >
          Account
        </Menu>
      </header>
      <CurrentPath />
    </MemoryRouter>,
  );
  return screen.getByRole('button', { name: 'Account' });
}

test('the trigger is a real button before the popup is loaded, and stays the same element', async () => {
  const user = userEvent.setup();
  const trigger = open(() => {});
  expect(trigger).toHaveAttribute('aria-haspopup', 'menu');
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
  await user.click(trigger);
  expect(await screen.findByRole('menu', { name: 'Account' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Account', hidden: true })).toBe(trigger);
  expect(trigger).toHaveAttribute('aria-expanded', 'true');
  // All content is inside a landmark.
  expect(within(screen.getByRole('banner', { hidden: true })).getByRole('menu')).toBeVisible();
});

test('choosing an item runs its action, closes the menu and returns the focus', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  const trigger = open(onSelect);
  await user.click(trigger);
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  expect(onSelect).toHaveBeenCalledTimes(1);
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await waitFor(() => expect(trigger).toHaveFocus());
});

test('a dialog opened by an item returns the focus to the menu’s button', async () => {
  const user = userEvent.setup();
  function Page() {
    const [dialogOpen, setDialogOpen] = useState(false);
    return (
      <MemoryRouter>
        <Menu items={[{ label: 'Move', onSelect: () => setDialogOpen(true) }]}>More</Menu>
        <Dialog open={dialogOpen} onClose={() => setDialogOpen(false)} title="Move it?">
          <button type="button" onClick={() => setDialogOpen(false)}>
            Keep it
          </button>
        </Dialog>
      </MemoryRouter>
    );
  }
  render(<Page />);
  await user.click(screen.getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  await user.click(await screen.findByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('button', { name: 'More' })).toHaveFocus());
});

test('an item with an address is a link', async () => {
  const user = userEvent.setup();
  const trigger = open(() => {});
  await user.click(trigger);
  await user.click(await screen.findByRole('menuitem', { name: 'Account Settings' }));
  expect(screen.getByText('at /account')).toBeVisible();
});

test('the menu and its submenu work by keyboard', async () => {
  const user = userEvent.setup();
  const onSelect = vi.fn();
  const trigger = open(onSelect);
  await user.tab();
  expect(trigger).toHaveFocus();
  await user.keyboard('{ArrowDown}');
  await screen.findByRole('menu');
  await user.keyboard('{Home}{ArrowDown}{ArrowRight}');
  const light = await screen.findByRole('menuitem', { name: 'Light' });
  expect(screen.getByRole('banner')).toContainElement(light);
  await user.keyboard('{Enter}');
  expect(onSelect).toHaveBeenCalledTimes(1);
  await waitFor(() => expect(trigger).toHaveFocus());
  await user.keyboard('{Enter}');
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  await waitFor(() => expect(trigger).toHaveFocus());
});

test('a second press on the button closes the menu', async () => {
  const user = userEvent.setup();
  const trigger = open(() => {});
  await user.click(trigger);
  await screen.findByRole('menu');
  await user.click(trigger);
  await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
  expect(trigger).toHaveAttribute('aria-expanded', 'false');
});
