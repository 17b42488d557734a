// The schema and the texts of a form, derived from the declaration of a record.
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fromNumeric } from '@/domain/core/money';
import { choice, date, decimal, flag, id, number, people, person, text, time } from '@/records/record-field';
import { upTo, whole } from '@/domain/core/number-rule';
import { formOf } from '@/widgets/record-form';

const RECORD = {
  table: 'notes' as const,
  select: '',
  fields: {
    title: text('Title', 10),
    body: text('Text', 20).optional(),
    day: date('Day'),
    until: date('Until').optional(),
    from: time('From'),
    at: time('At').optional(),
    word: choice(['one', 'two']),
    other: choice(['one', 'two']).optional(),
    who: person('Who').optional(),
    store: id(),
    crew: people('Crew'),
    shared: flag('Shared'),
    amount: decimal('Amount', upTo(100, 2)).optional(),
    head: number('Head', whole(500, 1)),
    days: number('Days', { ...whole(365), orZero: true }),
    place: text('Place', 10),
    author: text().fromDatabase(),
  },
};
const { entries, textsOf } = formOf(RECORD, ['place']);
const texts = textsOf({
  ...{ title: 'Gate', body: null, day: '2026-11-20', until: null, from: '06:30', at: null, word: 'two', other: null },
  ...{ who: null, store: 's1', crew: ['sam'], shared: true, amount: fromNumeric(12.5), head: 40, days: 7 },
});
const messages = (changed: object) =>
  v.safeParse(v.object(entries), { ...texts, ...changed }).issues?.map(({ message }) => message);

test('a form holds texts, and reads the same values from them', () => {
  expect(texts).toMatchObject({ title: 'Gate', body: '', until: '', at: '', other: '', who: '', crew: ['sam'] });
  expect([texts.amount, texts.head]).toEqual(['12.5', '40']);
  expect(v.parse(v.object(entries), texts)).toEqual({
    ...{ title: 'Gate', body: null, day: '2026-11-20', until: null, from: '06:30', at: null, word: 'two', other: null },
    ...{ who: null, store: 's1', crew: ['sam'], shared: true, amount: fromNumeric(12.5), head: 40, days: 7 },
  });
});

test('an empty input is no number, or 0 where the field says so', () => {
  expect(v.parse(v.object(entries), { ...texts, amount: '', days: '' })).toMatchObject({ amount: null, days: 0 });
});

test('an empty form has no numbers; fields of the database and omitted ones are not in it', () => {
  expect(textsOf(null)).toMatchObject({
    title: '',
    day: '',
    word: 'one',
    amount: '',
    head: '',
    days: '',
    shared: false,
    crew: [],
  });
  const names = Object.keys({ ...entries, ...textsOf(null) });
  expect(names.filter((name) => ['place', 'author'].includes(name))).toEqual([]);
});

test.each([
  [{ title: 'A title that is too long' }, 'Too long: 10 characters at most.'],
  [{ body: 'A text that is much too long' }, 'Too long: 20 characters at most.'],
  [{ day: '' }, 'Choose a date from the year 2000 on.'],
  [{ until: '1999-12-31' }, 'Choose a date from 2000 to 2199.'],
  [{ from: '' }, 'Enter a time like 06:30.'],
  [{ at: '24:00' }, 'Enter a time like 06:30.'],
  [{ amount: '100.01' }, 'Enter a number from 0 to 100.'],
  [{ amount: '1.234' }, '2 decimals at most.'],
  [{ head: '' }, 'Enter a whole number from 1 to 500.'],
  [{ head: '0' }, 'Enter a whole number from 1 to 500.'],
])('%j is refused', (changed, message) => {
  expect(messages(changed)).toEqual([message]);
});

test('a word that is none of the choices is refused', () => {
  expect(messages({ word: '' })).toHaveLength(1);
  expect(messages({ other: 'three' })).toHaveLength(1);
});
