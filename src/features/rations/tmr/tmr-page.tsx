import { useMutation, useQuery } from '@tanstack/react-query';
import { Ellipsis, Pencil, Truck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { setTmrMixActive, tmrMixesQuery, updateTmrMix } from '@/data/rations/tmr-mixes';
import { toFixed } from '@/domain/core/fraction';
import { formatMoney, formatQuantity } from '@/domain/core/money';
import { plural } from '@/domain/core/word-list';
import { costFacts, loadsWords, rationFacts } from '@/domain/rations/mix-words';
import { loadSheet, PREMIX, rationOf, sheetKg, type TmrItem } from '@/domain/rations/tmr';
import { FactList } from '@/features/rations/mix/fact-list';
import { PinNotice } from '@/features/rations/mix/pin-notice';
import { UpdatePrices } from '@/features/rations/mix/update-prices';
import { useDisabledReason } from '@/session/disabled-reason';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { MissingMix } from '@/features/rations/mix/missing-mix';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Card, CardHead } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { FigureCell, HeadCell, Ledger, LedgerRow } from '@/ui/lists/ledger';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { Menu } from '@/ui/popups/menu';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { exportMix, printLoadSheet } from './documents';

// Loaded when it is opened.
const DryMatterDialog = lazy(async () => ({ default: (await import('./dry-matter-dialog')).DryMatterDialog }));

const BACK = { to: '/tmr-mixes', label: 'TMR Mixes' };

/** /tmr-mixes/ID: what a mix contains, costs, and how it is loaded. */
export function TmrPage({ id }: { id: string }) {
  const account = useAccount();
  const list = useQuery(tmrMixesQuery(account));
  const mix = list.data?.find((one) => one.id === id);
  if (mix) return <Mix key={mix.updatedAt} mix={mix} readAt={list.dataUpdatedAt} />;
  return (
    <Page title="TMR mix" back={BACK} view={id}>
      <MissingMix list={list} id={id} />
    </Page>
  );
}

function Mix({ mix, readAt }: { mix: TmrMix; readAt: number }) {
  const { role, settings } = useAccount();
  const { seesRates, currency } = settings;
  const disabledReason = useDisabledReason();
  const canEdit = role === 'admin' && disabledReason === null;
  const [dryMatterItem, setDryMatterItem] = useState<TmrItem | null>(null);
  const ration = rationOf(mix.items);
  const sheet = loadSheet(mix.items, mix);
  const update = useMutation(updateTmrMix);
  const subtitle = [mix.groupName, `${mix.headCount.toLocaleString('en-GB')} head`, !mix.active && 'out of use'];
  return (
    <Page
      title={mix.name}
      subtitle={subtitle.filter(Boolean).join(', ')}
      back={BACK}
      view={mix.id}
      actions={
        <>
          {canEdit && (
            <ButtonLink to={`/tmr-mixes/${mix.id}/edit`}>
              <Pencil aria-hidden="true" />
              Edit
            </ButtonLink>
          )}
          <ButtonLink to={`/tmr-mixes/${mix.id}/load`} variant="main">
            <Truck aria-hidden="true" />
            Load sheet
          </ButtonLink>
        </>
      }
    >
      <SnapshotAge at={readAt} />
      {role === 'admin' && disabledReason !== null && <p className="hint">{disabledReason}</p>}
      <div className="flex flex-wrap gap-2">
        <Documents mix={mix} />
        {canEdit && (
          <>
            <UpdatePrices
              items={mix.items}
              busy={update.isPending}
              onSave={(items, done) =>
                update.mutate({ id: mix.id, updatedAt: mix.updatedAt, fields: { items } }, { onSuccess: done })
              }
            />
            <PinNotice table="tmr_mixes" mix={mix} words="Load sheet" />
            <More mix={mix} />
          </>
        )}
      </div>
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
    </Page>
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
  const csv = useMutation(exportMix);
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
      <Button
        busy={csv.isPending}
        busyText="Preparing..."
        onClick={() => csv.mutate({ mix, seesRates: settings.seesRates })}
      >
        CSV
      </Button>
    </>
  );
}

function More({ mix }: { mix: TmrMix }) {
  const setActive = useMutation(setTmrMixActive);
  return (
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
  );
}
