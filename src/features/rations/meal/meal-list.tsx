import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity } from '@/domain/core/money';
import { matchesSearch } from '@/domain/core/search';
import { mealTotals } from '@/domain/rations/meal';
import { moneyWords } from '@/domain/rations/mix-words';
import { UrlSearch } from '@/features/rations/url-search';
import { useParams } from '@/features/rations/use-params';
import { useOffline } from '@/lib/online';
import { useAccount } from '@/session/account';
import { ButtonLink } from '@/ui/button';
import { Chip } from '@/ui/forms/chip';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { SnapshotAge } from '@/widgets/snapshot-age';

export function MealList() {
  const account = useAccount();
  const offline = useOffline();
  const admin = account.role === 'admin';
  const { seesRates, currency } = account.settings;
  const list = useQuery(mealMixesQuery(account));
  const { get, set } = useParams();
  const mixes = list.data ?? [];
  const showsInactive = get('show') === 'out';
  const shown = mixes.filter(
    ({ active, name, stockClass }) => active !== showsInactive && matchesSearch(get('q'), [name, stockClass]),
  );
  const newButton = admin && account.canWrite && !offline && (
    <ButtonLink to="/meal-mixes/new" variant="main">
      <Plus aria-hidden="true" />
      New mix
    </ButtonLink>
  );
  return (
    <>
      <SnapshotAge at={list.dataUpdatedAt} />
      {admin && offline && <p className="hint">You need signal to change this.</p>}
      {mixes.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <UrlSearch label="Search mixes" />
          {newButton}
          {(showsInactive || mixes.some(({ active }) => !active)) && (
            <Chip pressed={showsInactive} onClick={() => set({ show: showsInactive ? '' : 'out' })}>
              Out of use
            </Chip>
          )}
        </div>
      )}
      <Card className="overflow-clip">
        <QueryList
          read={list}
          rows={shown}
          empty={
            mixes.length === 0 ? (
              <EmptyState title="No meal mixes yet." action={newButton} />
            ) : (
              <EmptyState title="No mix fits." text="Change the search or the filters." />
            )
          }
        >
          <LedgerCards>
            {shown.map((mix) => (
              <LedgerCard
                key={mix.id}
                title={mix.name}
                lines={[
                  mix.stockClass,
                  `${mix.items.length} ingredients, batch of ${formatQuantity(mix.batchSize)} ${mix.batchUnit}`,
                ].filter(Boolean)}
                figure={seesRates && `${moneyWords(mealTotals(mix.items)?.costPerTonne ?? null, currency)}/t`}
                to={admin ? `/meal-mixes/${mix.id}` : `/meal-mixes/${mix.id}/batch`}
              />
            ))}
          </LedgerCards>
        </QueryList>
      </Card>
    </>
  );
}
