import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { NumberPad } from '@/ui/forms/number-pad';
import { pressKey, type PadKey } from '@/ui/forms/number-text';
import { Stepper } from '@/ui/forms/stepper';

const wait = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

function Count({ canType = false }: { canType?: boolean }) {
  const [text, setText] = useState('10');
  return (
    <Stepper
      label="Bales"
      value={text}
      onStep={(delta) => setText(String(Number(text) + delta))}
      onChange={canType ? setText : undefined}
      unit="bales"
      hint="Last time 74"
    />
  );
}

test('a press is one step', async () => {
  const user = userEvent.setup();
  render(<Count />);
  await user.click(screen.getByRole('button', { name: 'More: Bales' }));
  expect(screen.getByLabelText('Bales')).toHaveTextContent('11');
  await user.click(screen.getByRole('button', { name: 'Less: Bales' }));
  await user.click(screen.getByRole('button', { name: 'Less: Bales' }));
  expect(screen.getByLabelText('Bales')).toHaveTextContent('9');
});

test('a button held down keeps stepping until it is released, and the release adds no step', () => {
  vi.useFakeTimers();
  render(<Count />);
  const more = screen.getByRole('button', { name: 'More: Bales' });
  fireEvent.pointerDown(more);
  for (let turn = 0; turn < 20; turn += 1) wait(50);
  const count = Number(screen.getByLabelText('Bales').textContent);
  expect(count).toBeGreaterThan(14);
  fireEvent.pointerUp(more);
  fireEvent.click(more);
  wait(1000);
  expect(screen.getByLabelText('Bales')).toHaveTextContent(String(count));
  fireEvent.click(more);
  expect(screen.getByLabelText('Bales')).toHaveTextContent(String(count + 1));
});

test('the number can be typed if the caller allows it, and is described by unit and hint', async () => {
  const user = userEvent.setup();
  render(<Count canType />);
  const input = screen.getByLabelText('Bales');
  expect(input).toHaveAccessibleDescription('bales Last time 74');
  await user.clear(input);
  await user.type(input, '86,5');
  expect(input).toHaveValue('86,5');
});

function Pad({ point = true }: { point?: boolean }) {
  const [text, setText] = useState('');
  return (
    <>
      <output>{text}</output>
      <NumberPad label="Bales" point={point} onKey={(key) => setText((current) => pressKey(current, key))} />
    </>
  );
}

test('the keypad’s keys can be pressed', async () => {
  const user = userEvent.setup();
  render(<Pad />);
  expect(screen.getByRole('group', { name: 'Bales' })).toBeVisible();
  for (const name of ['1', '2', 'Point', '5', '0', 'Delete last digit']) {
    await user.click(screen.getByRole('button', { name }));
  }
  expect(screen.getByRole('status')).toHaveTextContent('12.5');
});

test('the keypad works by keyboard: digits, comma, Backspace, and arrows between keys', async () => {
  const user = userEvent.setup();
  render(<Pad />);
  await user.tab();
  expect(screen.getByRole('button', { name: '1' })).toHaveFocus();
  await user.keyboard('73,58{Backspace}');
  expect(screen.getByRole('status')).toHaveTextContent('73.5');
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(screen.getByRole('button', { name: '5' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('status')).toHaveTextContent('73.55');
});

test('a keypad without decimals has no point, also not by keyboard', async () => {
  const user = userEvent.setup();
  render(<Pad point={false} />);
  expect(screen.queryByRole('button', { name: 'Point' })).not.toBeInTheDocument();
  await user.tab();
  await user.keyboard('7.5');
  expect(screen.getByRole('status')).toHaveTextContent('75');
});

test.each<[string, PadKey[], string]>([
  ['a leading zero is replaced', ['0', '7'], '7'],
  ['a leading point becomes 0.', ['.', '5'], '0.5'],
  ['a second point is ignored', ['1', '.', '.', '2'], '1.2'],
  ['at most four decimals', ['1', '.', '1', '2', '3', '4', '5'], '1.1234'],
  ['at most eight digits before the point', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], '12345678'],
  ['deleting from an empty text does nothing', ['1', 'back', 'back'], ''],
])('%s', (_, keys, text) => {
  expect(keys.reduce(pressKey, '')).toBe(text);
});
