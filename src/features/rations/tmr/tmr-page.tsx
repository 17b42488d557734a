import { useMutation, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { setTmrMixActive, tmrMixesQuery, updateTmrMix } from '@/data/rations/tmr-mixes';
import { toFixed } from '@/domain/core/fraction';
import { formatMoney, formatQuantity } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import { costFacts, loadsWords, rationFacts } from '@/domain/rations/mix-words';
import { loadSheet, PREMIX, rationOf, sheetKg, type TmrItem } from '@/domain/rations/tmr';
import { FactList } from '@/features/rations/mix/fact-list';
import { TMR } from '@/features/rations/mix/kinds';
import { MixCsv } from '@/features/rations/mix/mix-csv';
import { FoundMix, MixPage } from '@/features/rations/mix/mix-page';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { useDisabledReason } from '@/session/disabled-reason';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { exportMix, printLoadSheet } from './documents';

// Loaded when it is opened.
const DryMatterDialog = lazy(async () => ({ default: (await import('./dry-matter-dialog')).DryMatterDialog }));

/** /tmr-mixes/ID: what a mix contains, costs, and how it is loaded. */
export function TmrPage({ id }: { id: string }) {
  const list = useQuery(tmrMixesQuery(useAccount()));
  return (
    <FoundMix kind={TMR} list={list} id={id}>
      {(mix) => <Mix key={mix.updatedAt} mix={mix} readAt={list.dataUpdatedAt} />}
    </FoundMix>
  );
}

function Mix({ mix, readAt }: { mix: TmrMix; readAt: number }) {
  const { role, settings } = useAccount();
  const { seesRates, currency } = settings;
  const canEdit = useDisabledReason() === null && role === 'admin';
  const [dryMatterItem, setDryMatterItem] = useState<TmrItem | null>(null);
  const ration = rationOf(mix.items);
  const sheet = loadSheet(mix.items, mix);
  return (
    <MixPage
      kind={TMR}
      mix={mix}
      readAt={readAt}
      purpose={[mix.groupName, `${mix.headCount.toLocaleString('en-GB')} head`]}
      documents={<Documents mix={mix} />}
      update={useMutation(updateTmrMix)}
      setActive={useMutation(setTmrMixActive)}
    >
      <div className="grid items-start gap-4 nav:grid-cols-[minmax(0,1fr)_23rem]">
        <Ingredients mix={mix} onDryMatter={canEdit ? setDryMatterItem : null} />
        {ration && (
          <div className="grid gap-4">
            <Card className="overflow-clip">
              <CardHead title="One head a day" />
              <FactList facts={[...rationFacts(ration, mix), ...(seesRates ? costFacts(ration, mix, currency) : [])]} />
            </Card>
            <Card className="overflow-clip">
              <CardHead title={plural(mix.feedsPerDay, 'Once a day', `${mix.feedsPerDay} times a day`)} />
              <FactList
                facts={[
                  { label: 'Mix', value: `${formatQuantity(sheetKg(sheet.total))} kg` },
                  { label: 'Wagon', value: loadsWords(sheet) },
                  { label: 'Feed rate', value: `${formatQuantity(mix.feedRatePct)} %` },
                ]}
              />
              <p className="hint border-t border-line p-4">
                As a guide: 2 to 5 % refusals, a base ration of about 40 % dry matter, and an intake of 3 to 3.5 % of
                body weight (Farm Advisory Service, milking herd nutrition).
              </p>
            </Card>
            {mix.notes !== null && <p className="whitespace-pre-line wrap-anywhere">{mix.notes}</p>}
          </div>
        )}
      </div>
      <Suspense>
        {dryMatterItem && <DryMatterDialog mix={mix} item={dryMatterItem} onClose={() => setDryMatterItem(null)} />}
      </Suspense>
    </MixPage>
  );
}

type IngredientsProps = { mix: TmrMix; onDryMatter: ((item: TmrItem) => void) | null };

function Ingredients({ mix, onDryMatter }: IngredientsProps) {
  const { seesRates, currency } = useAccount().settings;
  const wide = useWide();
  const { rows } = loadSheet(mix.items, mix);
  const dryKg = (item: TmrItem) => {
    const ration = rationOf([item]);
    return ration === null ? '' : toFixed(ration.dm, 3);
  };
  const price = ({ cost }: TmrItem) => (cost === null ? 'no price' : formatMoney(cost, currency));
  if (!wide)
    return (
      <Card className="overflow-clip">
        <LedgerCards title="In loading order">
          {rows.map(({ item, kg, reads, premix }) => (
            <LedgerCard
              key={item.order}
              title={`${item.order}. ${item.name}`}
              lines={[
                `${formatQuantity(item.fresh)} kg a head, ${formatQuantity(item.dm)} % dry matter`,
                `${formatQuantity(sheetKg(kg))} kg, scale reads ${formatQuantity(reads)} kg`,
                seesRates && `${price(item)}/t`,
                premix && PREMIX,
                item.note,
              ].filter(Boolean)}
              onOpen={onDryMatter ? () => onDryMatter(item) : undefined}
            />
          ))}
        </LedgerCards>
        {onDryMatter && <p className="hint p-4">Press an ingredient to change its dry matter.</p>}
      </Card>
    );
  return (
    <Ledger
      caption="Ingredients in loading order"
      head={
        <>
          <HeadCell>Feed</HeadCell>
          <HeadCell figure>kg a head</HeadCell>
          <HeadCell figure>DM %</HeadCell>
          <HeadCell figure>kg DM</HeadCell>
          <HeadCell figure>ME</HeadCell>
          <HeadCell figure>CP %</HeadCell>
          {seesRates && <HeadCell figure>Price/t</HeadCell>}
          <HeadCell figure>kg a load</HeadCell>
          <HeadCell figure>Scale reads</HeadCell>
        </>
      }
    >
      <tbody>
        {rows.map(({ item, kg, reads, premix }) => (
          <LedgerRow key={item.order}>
            <td>
              <strong>
                {item.order}. {item.name}
              </strong>
              {premix && <span className="block text-2 text-warning">{PREMIX}</span>}
              {item.note !== '' && <span className="block text-2 text-muted">{item.note}</span>}
            </td>
            <FigureCell>{formatQuantity(item.fresh)}</FigureCell>
            <FigureCell>
              {onDryMatter ? (
                <button
                  type="button"
                  className="link figure"
                  aria-label={`Change the dry matter of ${item.name}`}
                  onClick={() => onDryMatter(item)}
                >
                  {formatQuantity(item.dm)}
                </button>
              ) : (
                formatQuantity(item.dm)
              )}
            </FigureCell>
            <FigureCell>{dryKg(item)}</FigureCell>
            <FigureCell>{item.me === null ? '' : formatQuantity(item.me)}</FigureCell>
            <FigureCell>
              {item.cp === null ? '' : formatQuantity(item.cp)}
              {item.cp !== null && item.basis === 'fresh' && ' as fed'}
            </FigureCell>
            {seesRates && <FigureCell>{price(item)}</FigureCell>}
            <FigureCell>{formatQuantity(sheetKg(kg))}</FigureCell>
            <FigureCell strong>{formatQuantity(reads)}</FigureCell>
          </LedgerRow>
        ))}
      </tbody>
    </Ledger>
  );
}

function Documents({ mix }: { mix: TmrMix }) {
  const { settings } = useAccount();
  const print = useMutation(printLoadSheet);
  return (
    <>
      {(['A4', 'A5'] as const).map((format) => (
        <Button
          key={format}
          busy={print.isPending && print.variables.format === format}
          busyText="Preparing..."
          onClick={() => print.mutate({ mix, settings, format, headCount: mix.headCount })}
        >
          PDF {format}
        </Button>
      ))}
      <MixCsv mix={mix} file={exportMix} />
    </>
  );
}
