// The totals below the works list contain every unit that occurs, and hours as hours and minutes.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WorksTotals } from '@/data/works/works';
import { fromNumeric } from '@/domain/core/money';
import { WorksTotalBar } from '@/features/works/list/works-totals';
import type { WorksList } from '@/features/works/list/use-works-list';

const TOTALS: WorksTotals = {
  entries: 7,
  minutes: 0,
  value: fromNumeric(450),
  needsRate: 0,
  needsQuantity: 0,
  byUnit: [],
};

function renderTotals(totals: Partial<WorksTotals>) {
  const account = { settings: { currency: 'GBP', seesRates: true } };
  // The bar uses only these two members of the list.
  const list = { totals: { ...TOTALS, ...totals }, account } as unknown as WorksList;
  const { container, unmount } = render(<WorksTotalBar list={list} chosen={false} />);
  const terms = [...container.querySelectorAll('dt')].map((term) => term.textContent);
  const values = [...container.querySelectorAll('dd')].map((value) => value.textContent);
  const short = screen.getByRole('region', { name: 'Totals' }).querySelector('.total-bar-short')?.textContent;
  unmount();
  return { short, sums: Object.fromEntries(terms.map((term, at) => [term, values[at]])) };
}
const byUnit = (quantities: Record<string, number>) =>
  Object.entries(quantities).map(([unit, quantity]) => ({ unit, quantity: fromNumeric(quantity) }));

test('hours typed without times are never shown as 0 h', () => {
  expect(renderTotals({ byUnit: byUnit({ hour: 7 }) })).toEqual({
    short: '7 entries, 7 h',
    sums: { Entries: '7', 'Billed hours': '7 h', Value: '£450.00' },
  });
});

test('billed hours that differ from the times are hours and minutes too', () => {
  const { short, sums: shown } = renderTotals({ minutes: 90, byUnit: byUnit({ hour: 8.5 }) });
  expect(short).toBe('7 entries, 1 h 30');
  expect(shown).toMatchObject({ Hours: '1 h 30', 'Billed hours': '8 h 30' });
});

test('the sum of hours that were each rounded is hours and minutes, and is not repeated as billed hours', () => {
  // 7 h 20 is stored as 7.3333 hours, 5 h 05 as 5.0833.
  const rounded = byUnit({ hour: 12.4166 });
  expect(renderTotals({ minutes: 745, byUnit: rounded }).sums).toEqual({
    Entries: '7',
    Hours: '12 h 25',
    Value: '£450.00',
  });
  expect(renderTotals({ byUnit: rounded })).toMatchObject({
    short: '7 entries, 12 h 25',
    sums: { 'Billed hours': '12 h 25' },
  });
});

test('every unit that occurs has its total', () => {
  const { sums: shown } = renderTotals({
    byUnit: byUnit({ acre: 1, bale: 2, hectare: 3, load: 4, tonne: 5, mile: 6 }),
  });
  expect(shown).toMatchObject({ Acres: '1', Bales: '2', Hectares: '3', Loads: '4', Tonnes: '5', Miles: '6' });
});

test('a phone shows the other totals after a press on the short one', () => {
  const account = { settings: { currency: 'GBP', seesRates: true } };
  const totals = { ...TOTALS, byUnit: byUnit({ acre: 1, bale: 2 }) };
  render(<WorksTotalBar list={{ totals, account } as unknown as WorksList} chosen={false} />);
  const short = screen.getByRole('button', { name: '7 entries' });
  expect(short.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(short);
  expect(short.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('region', { name: 'Totals' }).classList).toContain('is-open');
});
