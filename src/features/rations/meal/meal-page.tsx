import { useMutation, useQuery } from '@tanstack/react-query';
import { mealMixesQuery, setMealMixActive, updateMealMix } from '@/data/rations/meal-mixes';
import { fractionOf, isBelow } from '@/domain/core/fraction';
import { formatMoney, formatQuantity, type Currency } from '@/domain/core/money';
import { batchCost, batchKg, batchParts, mealTotals } from '@/domain/rations/meal';
import { mealFacts, moneyWords } from '@/domain/rations/mix-words';
import { FactList } from '@/features/rations/mix/fact-list';
import { MEAL } from '@/features/rations/mix/kinds';
import { MixCsv } from '@/features/rations/mix/mix-csv';
import { FoundMix, MixPage } from '@/features/rations/mix/mix-page';
import type { MealMix } from '@/records/rations/meal-mixes';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import { Button } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { exportMealMix, printMixCard } from './documents';

/** /meal-mixes/ID: what a mix contains and costs, and what goes into its batch. */
export function MealPage({ id }: { id: string }) {
  const list = useQuery(mealMixesQuery(useAccount()));
  return (
    <FoundMix kind={MEAL} list={list} id={id}>
      {(mix) => <Mix mix={mix} readAt={list.dataUpdatedAt} />}
    </FoundMix>
  );
}

function Mix({ mix, readAt }: { mix: MealMix; readAt: number }) {
  const { seesRates, currency } = useAccount().settings;
  const totals = mealTotals(mix.items);
  const tooRich = totals?.cpFedPct && mix.targetCpPct !== null && isBelow(fractionOf(mix.targetCpPct), totals.cpFedPct);
  return (
    <MixPage
      kind={MEAL}
      mix={mix}
      readAt={readAt}
      purpose={[mix.stockClass, `recipe version ${mix.version}`]}
      warning={
        tooRich &&
        mix.targetCpPct !== null && (
          <Banner tone="warn">More protein than the {formatQuantity(mix.targetCpPct)} % that you set.</Banner>
        )
      }
      documents={<Documents mix={mix} />}
      update={useMutation(updateMealMix)}
      setActive={useMutation(setMealMixActive)}
    >
      <div className="grid items-start gap-4 nav:grid-cols-[minmax(0,1fr)_23rem]">
        <Batch mix={mix} currency={seesRates ? currency : null} />
        <div className="grid gap-4">
          {totals && (
            <Card className="overflow-clip">
              <CardHead title="The mix" />
              <FactList
                facts={[
                  ...mealFacts(totals),
                  ...(seesRates ? [{ label: 'Cost a tonne', value: moneyWords(totals.costPerTonne, currency) }] : []),
                ]}
              />
            </Card>
          )}
          {mix.notes !== null && <p className="whitespace-pre-line wrap-anywhere">{mix.notes}</p>}
        </div>
      </div>
    </MixPage>
  );
}

function Documents({ mix }: { mix: MealMix }) {
  const { settings } = useAccount();
  const print = useMutation(printMixCard);
  return (
    <>
      <Button busy={print.isPending} busyText="Preparing..." onClick={() => print.mutate({ mix, settings })}>
        Mix card
      </Button>
      <MixCsv mix={mix} file={exportMealMix} />
    </>
  );
}

/** `currency`: null for people who may not see prices. */
function Batch({ mix, currency }: { mix: MealMix; currency: Currency | null }) {
  const kg = batchKg(mix.batchSize, mix.batchUnit);
  const parts = batchParts(kg, mix.items, mix.roundingKg);
  const cost = batchCost(mix.items.map((item, at) => ({ kg: parts[at] ?? kg, cost: item.cost })));
  return (
    <Card className="overflow-clip">
      <table className={currency ? 'load-table is-priced' : 'load-table'}>
        <caption className="sr-only">A batch</caption>
        <thead>
          <tr>
            <th scope="col">Feed</th>
            <th scope="col" className="figure">
              %
            </th>
            {currency && (
              <th scope="col" className="figure">
                Price/t
              </th>
            )}
            <th scope="col" className="figure">
              kg
            </th>
          </tr>
        </thead>
        <tbody>
          {mix.items.map((item, at) => (
            <tr key={at}>
              <th scope="row">{item.name}</th>
              <td className="figure">{formatQuantity(item.pct)}</td>
              {currency && (
                <td className="figure">{item.cost === null ? 'no price' : formatMoney(item.cost, currency)}</td>
              )}
              <td className="figure">
                <b>{formatQuantity(parts[at] ?? kg)}</b>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row" colSpan={2}>
              Batch
            </th>
            {currency && <td className="figure">{moneyWords(cost, currency)}</td>}
            <td className="figure">
              <b className="total double">{formatQuantity(kg)}</b>
            </td>
          </tr>
        </tbody>
      </table>
    </Card>
  );
}
