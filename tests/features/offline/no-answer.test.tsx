// What stands in place of a list that the device does not have.
import { act, render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { setUnanswered } from '@/lib/online';
import { ErrorState, LoadingRows } from '@/ui/lists/list-states';

test('a page that waits for an answer, or got none, says the same as without signal; an answer with an error is an error', () => {
  const words = () => document.body.textContent;
  setUnanswered(true);
  onTestFinished(() => setUnanswered(false));
  const { rerender } = render(<LoadingRows />);
  expect(words()).toContain("You're offline. This is not on this device yet");
  rerender(<ErrorState />);
  expect(screen.getByRole('status')).toHaveTextContent("Not on this device yetYou're offline.");
  act(() => setUnanswered(false));
  expect(screen.getByRole('alert')).toHaveTextContent('Error Fetching Data');
  rerender(<LoadingRows />);
  expect(words()).toContain('Loading your data...');
});
