import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { dismissToast, toast, toastStore } from '@/lib/toast';
import { LazyToaster } from '@/ui/feedback/lazy-toaster';
import { Toaster } from '@/ui/feedback/toaster';

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

afterEach(() => {
  const left = toastStore.get();
  if (left) dismissToast(left.id);
});

// The visible toasts; the screen reader's live region is elsewhere and clears itself.
const slips = () => [...document.querySelectorAll('.toast')].map((slip) => slip.textContent);

test('shows one message at a time: the next replaces the last', () => {
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'Work entry saved!' }));
  expect(slips()).toEqual(['Work entry saved!']);
  act(() => toast({ tone: 'error', title: 'Error', description: 'Could not save customer.' }));
  expect(slips()).toEqual(['ErrorCould not save customer.']);
});

test('disappears after 5000 ms, not before, counted from the last message', () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'New task saved!' }));
  wait(4000);
  act(() => toast({ tone: 'ok', title: 'Task updated!' }));
  wait(4990);
  expect(slips()).toEqual(['Task updated!']);
  wait(20);
  expect(slips()).toEqual([]);
  expect(toastStore.get()).toBeNull();
});

test('can be closed by hand', () => {
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'Work entry deleted.' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(slips()).toEqual([]);
});

test('the toaster is loaded with the first message and then shows it', async () => {
  render(<LazyToaster />);
  expect(document.querySelector('.toasts')).toBeNull();
  act(() => toast({ tone: 'ok', title: 'Invoice settings saved!' }));
  await screen.findByRole('button', { name: 'Close' });
  expect(slips()).toEqual(['Invoice settings saved!']);
});
