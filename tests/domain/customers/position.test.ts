import { expect, test } from 'vitest';
import { POSITION_ERROR, readPosition, SWAPPED_ERROR } from '@/domain/customers/position';

const gate = { lat: 52.1986, lng: -3.0321 };

test.each([
  '52.1986, -3.0321',
  '52.1986 -3.0321',
  '52.1986,\u22123.0321',
  '\u202A52.1986, -3.0321\u202C',
  '(52.1986, -3.0321)',
  '52.1986\u00B0 N, 3.0321\u00B0 W',
  '52.1986° N 3.0321° W',
  '3.0321 W, 52.1986 N',
  '52.1986N, 3.0321w',
  '52°11\u203254.96\u2033N 3°1\u203255.56\u2033W',
  `52°11'54.96"N 3°1'55.56"W`,
  'geo:52.1986,-3.0321?z=17',
  'https://www.google.com/maps/@52.1986,-3.0321,15z',
  'https://maps.google.com/?q=52.1986,-3.0321',
  'https://www.google.com/maps/search/?api=1&query=52.1986%2C-3.0321',
  'https://maps.apple.com/?ll=52.1986,-3.0321&q=Gate',
])('%j is the gate', (text) => {
  expect(readPosition(text)).toEqual(gate);
});

test('is rounded to six decimals, about ten centimetres', () => {
  expect(readPosition('52.19864567, -3.03214567')).toEqual({ lat: 52.198646, lng: -3.032146 });
});

test.each(['-3.0321, 52.1986', '-8.5, 51.9', '1.3 52.6'])('%j is swapped: it is asked about', (text) => {
  expect(readPosition(text)).toBe(SWAPPED_ERROR);
});

test.each([
  '',
  '52.1986',
  'SO 294 569',
  '52.1, -3.0, 4',
  '91, 0',
  '52.1986, -181',
  'by the oak',
  'https://maps.app.goo.gl/abc',
])('%j is no position', (text) => {
  expect(readPosition(text)).toBe(POSITION_ERROR);
});
