// The feeds of the worked examples.
import { fromNumeric } from '@/domain/core/money';
import type { FeedCategory, MixFeed } from '@/domain/rations/feed';

export const mixFeed = (
  name: string,
  [dm, me, cp, cost]: readonly [number, number | null, number | null, number | null],
  category: FeedCategory = 'straight',
): MixFeed => ({
  ...{ feed: name, name, category, basis: 'dm' },
  dm: fromNumeric(dm),
  me: me === null ? null : fromNumeric(me),
  cp: cp === null ? null : fromNumeric(cp),
  cost: cost === null ? null : fromNumeric(cost),
});
