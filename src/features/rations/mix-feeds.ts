// The copies of feeds that a mix carries: those that it has already, and those of the register for new ingredients.
import { useQuery } from '@tanstack/react-query';
import { feedsQuery } from '@/data/rations/feeds';
import { formatMoney, formatQuantity, type Currency } from '@/domain/core/money';
import type { MixFeed } from '@/domain/rations/feed';
import type { Feed } from '@/records/feeds';
import { useAccount } from '@/session/account';

const copyOf = ({ id, name, category, dm, me, cp, basis, cost }: Feed): MixFeed => ({
  ...{ feed: id, name, category, dm, me, cp, basis, cost },
});

/** The feed alone, without what it is in this mix. */
const feedOf = ({ feed, name, category, dm, me, cp, basis, cost }: MixFeed): MixFeed => ({
  ...{ feed, name, category, dm, me, cp, basis, cost },
});

/** `mix`: its ingredients keep their analysis and price. */
export function useMixFeeds(mix: readonly MixFeed[]) {
  const list = useQuery(feedsQuery(useAccount().ownerId));
  const register = list.data ?? [];
  const copies = new Map([
    ...register.map((feed) => [feed.id, copyOf(feed)] as const),
    ...mix.map((item) => [item.feed, feedOf(item)] as const),
  ]);
  const inMix = new Set(mix.map(({ feed }) => feed));
  return {
    list,
    copies,
    options: register.filter(({ id, active }) => active || inMix.has(id)).map(({ id, name }) => ({ id, name })),
  };
}

const FIGURES = [
  ['cost', 'price'],
  ['dm', 'dry matter'],
  ['me', 'energy'],
  ['cp', 'protein'],
] as const;

/** The same ingredients with analysis and price of the register, and what that changes, in words. */
export function refreshed<Item extends MixFeed>(
  items: readonly Item[],
  register: readonly Feed[],
  currency: Currency,
): { items: Item[]; changes: string[] } {
  const words = (name: 'cost' | 'dm' | 'me' | 'cp', value: MixFeed['cost']) =>
    value === null ? 'none' : name === 'cost' ? formatMoney(value, currency) : formatQuantity(value);
  const changes: string[] = [];
  const updated = items.map((item) => {
    const feed = register.find(({ id }) => id === item.feed);
    if (!feed) return item;
    const now = copyOf(feed);
    const differing = FIGURES.filter(([name]) => now[name] !== item[name]).map(
      ([name, label]) => `${label} ${words(name, item[name])} → ${words(name, now[name])}`,
    );
    if (now.basis !== item.basis) differing.push(now.basis === 'dm' ? 'protein of dry matter' : 'protein as fed');
    if (differing.length > 0) changes.push(`${now.name}: ${differing.join(', ')}`);
    return { ...item, ...now };
  });
  return { items: updated, changes };
}
