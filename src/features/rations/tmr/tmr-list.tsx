import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { feedsQuery } from '@/data/rations/feeds';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { isBelow } from '@/domain/core/fraction';
import { formatQuantity } from '@/domain/core/money';
import { compareNames, matchesSearch } from '@/domain/core/search';
import { moneyWords } from '@/domain/rations/mix-words';
import { fedAt, rationOf } from '@/domain/rations/tmr';
import { UrlSearch } from '@/features/rations/url-search';
import { useParams } from '@/features/rations/use-params';
import { useOffline } from '@/lib/online';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Chip, ChipSelect } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SnapshotAge } from '@/widgets/snapshot-age';

const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'cost', label: 'Cost' },
];

/** For one head and day, as the page of the mix shows it. */
function costOf({ items, feedRatePct }: TmrMix) {
  const cost = rationOf(items)?.cost ?? null;
  return cost && fedAt(cost, feedRatePct);
}

/** Cheapest first; mixes without a complete cost last. */
function compareCost(a: TmrMix, b: TmrMix): number {
  const [left, right] = [costOf(a), costOf(b)];
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return isBelow(left, right) ? -1 : isBelow(right, left) ? 1 : 0;
}

export function TmrList() {
  const account = useAccount();
  const offline = useOffline();
  const admin = account.role === 'admin';
  const list = useQuery(tmrMixesQuery(account));
  const feeds = useQuery({ ...feedsQuery(account.ownerId), enabled: admin });
  const { get, set } = useParams();
  const mixes = list.data ?? [];
  const showsInactive = get('show') === 'out';
  const groups = [...new Set(mixes.flatMap(({ groupName }) => groupName ?? []))].toSorted(compareNames);
  const shown = mixes
    .filter(
      ({ active, groupName, name }) =>
        active !== showsInactive &&
        (get('group') === '' || groupName === get('group')) &&
        matchesSearch(get('q'), [name, groupName]),
    )
    .toSorted(get('sort') === 'cost' ? compareCost : () => 0);
  const mayAdd = admin && account.canWrite && !offline;
  const noFeeds = feeds.data?.length === 0;
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      {admin && offline && <p className="hint">You need signal to change this.</p>}
      {mixes.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <UrlSearch label="Search mixes" />
          {mayAdd && (
            <ButtonLink to="/tmr-mixes/new" variant="main">
              <Plus aria-hidden="true" />
              New mix
            </ButtonLink>
          )}
          <div className="chips">
            {groups.length > 0 && (
              <ChipSelect
                label="Group"
                all="All groups"
                value={get('group')}
                options={groups.map((value) => ({ value, label: value }))}
                onChange={(group) => set({ group })}
              />
            )}
            {(showsInactive || mixes.some(({ active }) => !active)) && (
              <Chip pressed={showsInactive} onClick={() => set({ show: showsInactive ? '' : 'out' })}>
                Out of use
              </Chip>
            )}
            {account.settings.seesRates && (
              <ChipSelect
                label="Sort by"
                all={null}
                options={SORTS}
                value={get('sort') || 'name'}
                onChange={(sort) => set({ sort: sort === 'name' ? '' : sort })}
              />
            )}
          </div>
        </div>
      )}
      <Card className="overflow-clip">
        <QueryList
          read={list}
          rows={shown}
          empty={
            mixes.length > 0 ? (
              <EmptyState title="No mix fits." text="Change the search or the filters." />
            ) : admin ? (
              <EmptyState
                title="No mixes. Add feeds first, then a mix."
                action={
                  mayAdd && (
                    <ButtonLink to={noFeeds ? '/tmr-mixes?tab=feeds' : '/tmr-mixes/new'} size="l">
                      {noFeeds ? 'Add feeds' : 'New mix'}
                    </ButtonLink>
                  )
                }
              />
            ) : (
              <EmptyState title="No mixes yet." text={`${account.ownerFirstName ?? 'The account holder'} adds them.`} />
            )
          }
        >
          <LedgerCards>
            {shown.map((mix) => (
              <LedgerCard
                key={mix.id}
                title={mix.name}
                lines={[
                  [mix.groupName, `${mix.headCount.toLocaleString('en-GB')} head`].filter(Boolean).join(', '),
                  `${mix.items.length} ingredients, ${formatQuantity(mix.feedRatePct)} %`,
                ]}
                figure={account.settings.seesRates && `${moneyWords(costOf(mix), account.settings.currency)} a head`}
                to={admin ? `/tmr-mixes/${mix.id}` : `/tmr-mixes/${mix.id}/load`}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
    </>
  );
}
