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
  const remaining = toastStore.get();
  if (remaining) dismissToast(remaining.id);
});

// The visible toasts, without the separate live region for screen readers, which clears itself.
const toastTexts = () => [...document.querySelectorAll('.toast')].map((element) => element.textContent);

test('the toaster shows one message at a time: the next replaces the last', () => {
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'Work entry saved!' }));
  expect(toastTexts()).toEqual(['Work entry saved!']);
  act(() => toast({ tone: 'error', title: 'Error', description: 'Could not save customer.' }));
  expect(toastTexts()).toEqual(['ErrorCould not save customer.']);
});

test('a message disappears 5000 ms after it was shown, not before', () => {
  vi.useFakeTimers();
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'New task saved!' }));
  wait(4000);
  act(() => toast({ tone: 'ok', title: 'Task updated!' }));
  wait(4990);
  expect(toastTexts()).toEqual(['Task updated!']);
  wait(20);
  expect(toastTexts()).toEqual([]);
  expect(toastStore.get()).toBeNull();
});

test('a message can be closed', () => {
  render(<Toaster />);
  act(() => toast({ tone: 'ok', title: 'Work entry deleted.' }));
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  expect(toastTexts()).toEqual([]);
});

test('the toaster is loaded with the first message and then shows it', async () => {
  render(<LazyToaster />);
  expect(document.querySelector('.toasts')).toBeNull();
  act(() => toast({ tone: 'ok', title: 'Invoice settings saved!' }));
  await screen.findByRole('button', { name: 'Close' });
  expect(toastTexts()).toEqual(['Invoice settings saved!']);
});
