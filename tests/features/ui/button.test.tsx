import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Button } from '@/ui/button';

test('a busy button keeps the focus, is marked as busy and does not submit twice', async () => {
  const user = userEvent.setup();
  const send = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={send}>
      <label>
        Name <input />
      </label>
      <Button type="submit" variant="main" busy={busy} busyText="Saving...">
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(false));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledTimes(1);

  rerender(form(true));
  const button = screen.getByRole('button', { name: 'Saving...' });
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-busy', 'true');
  await user.click(button);
  await user.type(screen.getByLabelText('Name'), 'Sam{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
});
