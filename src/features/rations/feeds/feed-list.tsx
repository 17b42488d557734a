import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { feedsQuery } from '@/data/rations/feeds';
import { formatMoney, formatQuantity } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { CATEGORY_WORDS, FEED_CATEGORIES } from '@/domain/rations/feed';
import type { Feed } from '@/records/rations/feeds';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { UrlSearch } from '@/ui/lists/url-search';
import { useParams } from '@/ui/use-address';
import { useOffline } from '@/lib/online';
import { QueryList } from '@/ui/lists/query-list';
import { SignalHint } from '@/widgets/signal-hint';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { stockWords } from './stock-words';

// Loaded on demand.
const FeedDialog = lazy(async () => ({ default: (await import('./feed-dialog')).FeedDialog }));
const StockDialog = lazy(async () => ({ default: (await import('./stock-dialog')).StockDialog }));

const KINDS = FEED_CATEGORIES.map((value) => ({ value, label: CATEGORY_WORDS[value] }));

type OpenDialog = { dialog: 'edit' | 'stock'; feed: Feed } | 'new' | null;

/** The register of feeds: for the account holder. */
export function FeedList() {
  const { ownerId, canWrite } = useAccount();
  const offline = useOffline();
  const list = useQuery(feedsQuery(ownerId));
  const { get, set } = useParams();
  const [opened, setOpened] = useState<OpenDialog>(null);
  const feeds = list.data ?? [];
  const showsInactive = get('show') === 'off';
  const shown = feeds.filter(
    ({ active, category, name, source, labRef }) =>
      active !== showsInactive &&
      (get('kind') === '' || category === get('kind')) &&
      matchesSearch(get('q'), [name, source, labRef]),
  );
  const editable = canWrite && !offline;
  const newButton = editable && (
    <Button variant="main" onClick={() => setOpened('new')}>
      <Plus aria-hidden="true" />
      New feed
    </Button>
  );
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      {offline && <SignalHint />}
      {feeds.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <UrlSearch label="Search feeds" />
          {newButton}
          <div className="chips">
            <ChipSelect
              label="Kind"
              all="All kinds"
              value={get('kind')}
              options={KINDS}
              onChange={(kind) => set({ kind })}
            />
            {(showsInactive || feeds.some(({ active }) => !active)) && (
              <Chip pressed={showsInactive} onClick={() => set({ show: showsInactive ? '' : 'off' })}>
                Off the list
              </Chip>
            )}
          </div>
        </div>
      )}
      <QueryList
        card
        read={list}
        rows={shown}
        empty={
          feeds.length === 0 ? (
            <EmptyState
              title="No feeds yet."
              text="A name and the dry matter are enough to begin with."
              action={newButton}
            />
          ) : (
            <EmptyState title="No feed fits." text="Change the search or the filters." />
          )
        }
      >
        <Rows feeds={shown} editable={editable} open={setOpened} />
      </QueryList>
      <Suspense>
        {opened === 'new' && <FeedDialog feed={null} onStock={() => undefined} onClose={() => setOpened(null)} />}
        {opened !== null && opened !== 'new' && opened.dialog === 'edit' && (
          <FeedDialog
            feed={opened.feed}
            onStock={() => setOpened({ dialog: 'stock', feed: opened.feed })}
            onClose={() => setOpened(null)}
          />
        )}
        {opened !== null && opened !== 'new' && opened.dialog === 'stock' && (
          <StockDialog feed={opened.feed} onClose={() => setOpened(null)} />
        )}
      </Suspense>
    </>
  );
}

type RowsProps = { feeds: readonly Feed[]; editable: boolean; open: (opened: OpenDialog) => void };

const lowWords = ({ inStockKg }: Feed) => (inStockKg !== null && inStockKg < 0 ? 'More was fed than counted' : null);

function Rows({ feeds, editable, open }: RowsProps) {
  const { currency } = useAccount().settings;
  const wide = useWide();
  const priceOf = ({ cost }: Feed) => (cost === null ? 'no price' : `${formatMoney(cost, currency)}/t`);
  if (!wide)
    return (
      <Card className="overflow-clip">
        <LedgerCards>
          {feeds.map((feed) => (
            <LedgerCard
              key={feed.id}
              title={feed.name}
              lines={[
                `${CATEGORY_WORDS[feed.category]}, ${formatQuantity(feed.dm)} % dry matter`,
                `Stock: ${stockWords(feed)}`,
                lowWords(feed),
              ].filter(Boolean)}
              figure={priceOf(feed)}
              onOpen={editable ? () => open({ dialog: 'edit', feed }) : undefined}
            />
          ))}
        </LedgerCards>
      </Card>
    );
  return (
    <Ledger
      caption="Feeds"
      head={
        <>
          <HeadCell>Feed</HeadCell>
          <HeadCell>Kind</HeadCell>
          <HeadCell figure>Dry matter</HeadCell>
          <HeadCell figure>ME</HeadCell>
          <HeadCell figure>Protein</HeadCell>
          <HeadCell figure>Price</HeadCell>
          <HeadCell figure>In stock</HeadCell>
        </>
      }
    >
      <tbody>
        {feeds.map((feed) => (
          <LedgerRow key={feed.id}>
            <td>
              {editable ? (
                <button type="button" className="link strong" onClick={() => open({ dialog: 'edit', feed })}>
                  {feed.name}
                </button>
              ) : (
                <strong>{feed.name}</strong>
              )}{' '}
              <span className="text-muted">{feed.source}</span>
            </td>
            <td>{CATEGORY_WORDS[feed.category]}</td>
            <FigureCell>{formatQuantity(feed.dm)} %</FigureCell>
            <FigureCell>{feed.me === null ? '' : `${formatQuantity(feed.me)} MJ`}</FigureCell>
            <FigureCell>
              {feed.cp === null ? '' : `${formatQuantity(feed.cp)} % ${feed.basis === 'dm' ? 'of DM' : 'as fed'}`}
            </FigureCell>
            <FigureCell>{priceOf(feed)}</FigureCell>
            <FigureCell className={lowWords(feed) ? 'text-danger' : ''}>
              {stockWords(feed)}
              {lowWords(feed) && <span className="block text-1">{lowWords(feed)}</span>}
            </FigureCell>
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  );
}
