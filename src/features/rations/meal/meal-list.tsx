import { useQuery } from '@tanstack/react-query';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity } from '@/domain/core/money';
import { mealTotals } from '@/domain/rations/meal';
import { moneyWords } from '@/domain/rations/mix-words';
import { MEAL } from '@/features/rations/mix/kinds';
import { MixList, NewMixLink, OutOfUseChip } from '@/features/rations/mix/mix-list';
import { useAccount } from '@/session/account';
import { EmptyState } from '@/ui/lists/list-states';

export function MealList() {
  const account = useAccount();
  const { seesRates, currency } = account.settings;
  const list = useQuery(mealMixesQuery(account));
  const mixes = list.data ?? [];
  return (
    <MixList
      kind={MEAL}
      list={list}
      mixes={mixes}
      textsOf={({ name, stockClass }) => [name, stockClass]}
      filters={<OutOfUseChip mixes={mixes} />}
      empty={(mayAdd) => <EmptyState title="No meal mixes yet." action={mayAdd && <NewMixLink {...MEAL} />} />}
      cardOf={({ stockClass, items, batchSize, batchUnit }) => ({
        lines: [stockClass, `${items.length} ingredients, batch of ${formatQuantity(batchSize)} ${batchUnit}`].filter(
          Boolean,
        ),
        figure: seesRates && `${moneyWords(mealTotals(items)?.costPerTonne ?? null, currency)}/t`,
      })}
    />
  );
}
