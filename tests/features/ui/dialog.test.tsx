import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { ConfirmDialog } from '@/ui/popups/dialog';
import { focusPageOnRemoval } from '@/ui/popups/focus-page';

function Screen({ onDelete }: { onDelete: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Remove</button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => {
          onDelete();
          setOpen(false);
        }}
        title="Delete this entry?"
        verb="Delete"
      >
        Hill Farm, baling. This can't be undone.
      </ConfirmDialog>
    </>
  );
}

test('a dialog opens as a modal named by its title, and returns the focus', async () => {
  const user = userEvent.setup();
  const remove = vi.fn();
  render(<Screen onDelete={remove} />);
  const trigger = screen.getByRole('button', { name: 'Remove' });
  await user.click(trigger);
  const dialog = screen.getByRole('dialog', { name: 'Delete this entry?' });
  expect(dialog).toHaveAttribute('open');
  await user.click(screen.getByRole('button', { name: 'Keep it' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(trigger).toHaveFocus();
  expect(remove).not.toHaveBeenCalled();
});

test('Esc closes the dialog by calling onClose', async () => {
  const user = userEvent.setup();
  render(<Screen onDelete={() => {}} />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  // The browser turns Esc into this event.
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Remove' })).toHaveFocus();
});

test('the button named after the action confirms, once', async () => {
  const user = userEvent.setup();
  const remove = vi.fn();
  render(<Screen onDelete={remove} />);
  await user.click(screen.getByRole('button', { name: 'Remove' }));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(remove).toHaveBeenCalledTimes(1);
});

/** Rows that can be ticked, with actions that disappear when none is ticked. */
function Rows() {
  const [ticked, setTicked] = useState(true);
  const [confirming, setConfirming] = useState(false);
  const clear = () => setTicked(false);
  return (
    <main>
      <h1 tabIndex={-1}>Works List</h1>
      {ticked && (
        <div ref={focusPageOnRemoval}>
          <button onClick={clear}>Clear</button>
          <button onClick={() => setConfirming(true)}>Delete</button>
        </div>
      )}
      <ConfirmDialog
        open={confirming}
        onClose={() => setConfirming(false)}
        onConfirm={() => {
          clear();
          setConfirming(false);
        }}
        title="Delete these entries?"
        verb="Delete them"
      >
        This can't be undone.
      </ConfirmDialog>
    </main>
  );
}

test('the page takes over the focus from a button that disappears when pressed', async () => {
  const user = userEvent.setup();
  render(<Rows />);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByRole('heading', { name: 'Works List' })).toHaveFocus();
});

test('the page takes over the focus from a dialog whose button disappeared meanwhile', async () => {
  const user = userEvent.setup();
  render(<Rows />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await user.click(screen.getByRole('button', { name: 'Delete them' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Works List' })).toHaveFocus();
});
