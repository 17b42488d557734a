import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Wheat } from 'lucide-react';
import { mealMixesQuery, setMealMixActive, updateMealMix } from '@/data/rations/meal-mixes';
import { fractionOf, isBelow } from '@/domain/core/fraction';
import { formatMoney, formatQuantity, type Currency } from '@/domain/core/money';
import { batchCost, batchKg, batchParts, mealTotals } from '@/domain/rations/meal';
import { mealFacts, moneyWords } from '@/domain/rations/mix-words';
import { FactList } from '@/features/rations/mix/fact-list';
import { PinNotice } from '@/features/rations/mix/pin-notice';
import { UpdatePrices } from '@/features/rations/mix/update-prices';
import { useDisabledReason } from '@/session/disabled-reason';
import type { MealMix } from '@/records/rations/meal-mixes';
import { MissingMix } from '@/features/rations/mix/missing-mix';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Card, CardHead } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { Menu } from '@/ui/popups/menu';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { exportMealMix, printMixCard } from './documents';

const BACK = { to: '/meal-mixes', label: 'Meal Mixes' };

/** /meal-mixes/ID: what a mix contains and costs, and what goes into its batch. */
export function MealPage({ id }: { id: string }) {
  const list = useQuery(mealMixesQuery(useAccount()));
  const mix = list.data?.find((one) => one.id === id);
  if (mix) return <Mix mix={mix} readAt={list.dataUpdatedAt} />;
  return (
    <Page title="Meal mix" back={BACK} view={id}>
      <MissingMix list={list} id={id} />
    </Page>
  );
}

function Mix({ mix, readAt }: { mix: MealMix; readAt: number }) {
  const { role, settings } = useAccount();
  const { seesRates, currency } = settings;
  const disabledReason = useDisabledReason();
  const canEdit = role === 'admin' && disabledReason === null;
  const update = useMutation(updateMealMix);
  const setActive = useMutation(setMealMixActive);
  const print = useMutation(printMixCard);
  const csv = useMutation(exportMealMix);
  const totals = mealTotals(mix.items);
  const subtitle = [mix.stockClass, `recipe version ${mix.version}`, !mix.active && 'out of use'];
  const tooRich = totals?.cpFedPct && mix.targetCpPct !== null && isBelow(fractionOf(mix.targetCpPct), totals.cpFedPct);
  return (
    <Page
      title={mix.name}
      subtitle={subtitle.filter(Boolean).join(', ')}
      back={BACK}
      view={mix.id}
      actions={
        <>
          {canEdit && (
            <ButtonLink to={`/meal-mixes/${mix.id}/edit`}>
              <Pencil aria-hidden="true" />
              Edit
            </ButtonLink>
          )}
          <ButtonLink to={`/meal-mixes/${mix.id}/batch`} variant="main">
            <Wheat aria-hidden="true" />
            Mix a batch
          </ButtonLink>
        </>
      }
    >
      <SnapshotAge at={readAt} />
      {role === 'admin' && disabledReason !== null && <p className="hint">{disabledReason}</p>}
      {tooRich && mix.targetCpPct !== null && (
        <Banner tone="warn">More protein than the {formatQuantity(mix.targetCpPct)} % that you set.</Banner>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={print.isPending} busyText="Preparing..." onClick={() => print.mutate({ mix, settings })}>
          Mix card
        </Button>
        <Button busy={csv.isPending} busyText="Preparing..." onClick={() => csv.mutate({ mix, seesRates })}>
          CSV
        </Button>
        {canEdit && (
          <>
            <UpdatePrices
              items={mix.items}
              busy={update.isPending}
              onSave={(items, done) =>
                update.mutate({ id: mix.id, updatedAt: mix.updatedAt, fields: { items } }, { onSuccess: done })
              }
            />
            <PinNotice table="meal_mixes" mix={mix} words="Mix a batch" />
            <Menu
              className="icon-btn"
              aria-label={`More for ${mix.name}`}
              items={[
                {
                  label: mix.active ? 'Take out of use' : 'Put back in use',
                  onSelect: () => setActive.mutate({ id: mix.id, active: !mix.active }),
                },
              ]}
            >
              <Ellipsis aria-hidden="true" />
            </Menu>
          </>
        )}
      </div>
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
    </Page>
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
