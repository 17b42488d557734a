// Converts the ingredients of mixes from and to their stored JSON.
import { toNumeric, type Decimal } from '@/domain/core/money';
import { amountOf, fieldsOf, listOf, numberOrNull, oneOf, textOf } from '@/domain/core/stored-json';
import { CP_BASES, FEED_CATEGORIES, type MixFeed } from './feed';
import type { MealItem } from './meal';
import type { TmrItem } from './tmr';

const amountOrNull = (value: unknown): Decimal | null => (numberOrNull(value) === null ? null : amountOf(value));
const numericOrNull = (value: Decimal | null): number | null => (value === null ? null : toNumeric(value));
const wholeOf = (value: unknown): number => Math.round(numberOrNull(value) ?? 0);

const mixFeedOf = (stored: Readonly<Record<string, unknown>>): MixFeed => ({
  feed: textOf(stored['feed']),
  name: textOf(stored['name']),
  category: oneOf(FEED_CATEGORIES, stored['category'], 'other'),
  dm: amountOf(stored['dm']),
  me: amountOrNull(stored['me']),
  cp: amountOrNull(stored['cp']),
  basis: oneOf(CP_BASES, stored['basis'], 'dm'),
  cost: amountOrNull(stored['cost']),
});

const mixFeedJson = ({ feed, name, category, dm, me, cp, basis, cost }: MixFeed) => ({
  ...{ feed, name, category, basis },
  dm: toNumeric(dm),
  me: numericOrNull(me),
  cp: numericOrNull(cp),
  cost: numericOrNull(cost),
});

export const tmrItemsOf = (value: unknown): TmrItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map((stored) => ({
      ...mixFeedOf(stored),
      order: wholeOf(stored['order']),
      fresh: amountOf(stored['fresh']),
      minutes: numberOrNull(stored['minutes']) === null ? null : wholeOf(stored['minutes']),
      note: textOf(stored['note']),
    }))
    .toSorted((a, b) => a.order - b.order);

export const tmrItemsJson = (items: readonly TmrItem[]) =>
  items.map((item) => ({
    ...mixFeedJson(item),
    order: item.order,
    fresh: toNumeric(item.fresh),
    minutes: item.minutes,
    note: item.note,
  }));

export const mealItemsOf = (value: unknown): MealItem[] =>
  listOf(value)
    .map(fieldsOf)
    .map((stored) => ({ ...mixFeedOf(stored), pct: amountOf(stored['pct']) }));

export const mealItemsJson = (items: readonly MealItem[]) =>
  items.map((item) => ({ ...mixFeedJson(item), pct: toNumeric(item.pct) }));
