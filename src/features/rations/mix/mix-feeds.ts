// A mix stores a copy of each feed in it. Its ingredients keep their copy; a new one copies the current feed.
import { useQuery } from '@tanstack/react-query';
import { feedsQuery } from '@/data/rations/feeds';
import { formatMoney, formatQuantity, type Currency } from '@/domain/core/money';
import type { MixFeed } from '@/domain/rations/feed';
import type { Feed } from '@/records/rations/feeds';
import { useAccount } from '@/session/account';

const copyOf = ({ id, name, category, dm, me, cp, basis, cost }: Feed): MixFeed => ({
  ...{ feed: id, name, category, dm, me, cp, basis, cost },
});

/** The copy of the feed, without the ingredient's own fields such as its amount. */
const feedOf = ({ feed, name, category, dm, me, cp, basis, cost }: MixFeed): MixFeed => ({
  ...{ feed, name, category, dm, me, cp, basis, cost },
});

/** The feeds offered for a mix. `mix`: its ingredients, whose stored copies take precedence over the list of feeds. */
export function useMixFeeds(mix: readonly MixFeed[]) {
  const list = useQuery(feedsQuery(useAccount().ownerId));
  const feeds = list.data ?? [];
  const copies = new Map([
    ...feeds.map((feed) => [feed.id, copyOf(feed)] as const),
    ...mix.map((item) => [item.feed, feedOf(item)] as const),
  ]);
  const inMix = new Set(mix.map(({ feed }) => feed));
  return {
    list,
    copies,
    options: feeds.filter(({ id, active }) => active || inMix.has(id)).map(({ id, name }) => ({ id, name })),
  };
}

const FIGURES = [
  ['cost', 'price'],
  ['dm', 'dry matter'],
  ['me', 'energy'],
  ['cp', 'protein'],
] as const;

/** The ingredients with the current analysis and price of their feeds, and the changes in words. */
export function withCurrentFeeds<Item extends MixFeed>(
  items: readonly Item[],
  feeds: readonly Feed[],
  currency: Currency,
): { items: Item[]; changes: string[] } {
  const words = (name: 'cost' | 'dm' | 'me' | 'cp', value: MixFeed['cost']) =>
    value === null ? 'none' : name === 'cost' ? formatMoney(value, currency) : formatQuantity(value);
  const changes: string[] = [];
  const updated = items.map((item) => {
    const feed = feeds.find(({ id }) => id === item.feed);
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
