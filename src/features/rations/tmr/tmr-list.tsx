import { useQuery } from '@tanstack/react-query';
import { feedsQuery } from '@/data/rations/feeds';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { isBelow } from '@/domain/core/fraction';
import { formatQuantity } from '@/domain/core/money';
import { compareNames } from '@/domain/core/search';
import { moneyWords } from '@/domain/rations/mix-words';
import { fedAt, rationOf } from '@/domain/rations/tmr';
import { TMR } from '@/features/rations/mix/kinds';
import { MixList, OutOfUseChip } from '@/features/rations/mix/mix-list';
import { useParams } from '@/ui/use-address';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { ChipSelect } from '@/ui/forms/chip';
import { EmptyState } from '@/ui/lists/list-states';

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
  const { seesRates, currency } = account.settings;
  const list = useQuery(tmrMixesQuery(account));
  const admin = account.role === 'admin';
  const noFeeds = useQuery({ ...feedsQuery(account.ownerId), enabled: admin }).data?.length === 0;
  const { get, set } = useParams();
  const mixes = list.data ?? [];
  const groups = [...new Set(mixes.flatMap(({ groupName }) => groupName ?? []))].toSorted(compareNames);
  const fitting = mixes.filter(({ groupName }) => get('group') === '' || groupName === get('group'));
  return (
    <MixList
      kind={TMR}
      list={list}
      mixes={get('sort') === 'cost' ? fitting.toSorted(compareCost) : fitting}
      textsOf={({ name, groupName }) => [name, groupName]}
      filters={
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
          <OutOfUseChip mixes={mixes} />
          {seesRates && (
            <ChipSelect
              label="Sort by"
              all={null}
              options={SORTS}
              value={get('sort') || 'name'}
              onChange={(sort) => set({ sort: sort === 'name' ? '' : sort })}
            />
          )}
        </div>
      }
      empty={(mayAdd) =>
        admin ? (
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
      cardOf={(mix) => ({
        lines: [
          [mix.groupName, `${mix.headCount.toLocaleString('en-GB')} head`].filter(Boolean).join(', '),
          `${mix.items.length} ingredients, ${formatQuantity(mix.feedRatePct)} %`,
        ],
        figure: seesRates && `${moneyWords(costOf(mix), currency)} a head`,
      })}
    />
  );
}
