import { DEFAULT_RADAR_DAYS, RADAR_DAYS, RADAR_LISTS, type RadarList } from '@/domain/reports/radar';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import { ChipSelect } from '@/ui/forms/chip';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { LIST_WORDS, listNote, listSum, radarSheet } from './radar-sheets';
import { SheetReport } from './sheet-report';
import { useCustomerName } from './use-report-address';
import { useRadar, type Radar } from './use-radar';

const emptyWords = (list: RadarList, days: number): string =>
  ({
    unbilled: `No work older than ${days} days is waiting for an invoice.`,
    clocked: `Every clocked day of the last ${days} days has a logged job.`,
    incomplete: 'Every entry has its rate and quantity.',
    'last-year': 'No work of last year around this day is still to come.',
  })[list];

/** What may be missing from the invoices: four lists, of which one is shown. */
export function RadarView() {
  const { currency } = useAccount().settings;
  const radar = useRadar();
  const { customerId, days, list } = radar.view;
  const sum = listSum(radar, list, currency);
  return (
    <SheetReport
      report={radar}
      sheet={radarSheet(radar, currency, useCustomerName(customerId))}
      choice={<RadarLists radar={radar} />}
      filters={<RadarFilters radar={radar} />}
      notices={sum !== null && sum.note !== '' && <Banner tone="warn">{sum.note}</Banner>}
      empty={{ title: emptyWords(list, days) }}
      note={listNote(list, days)}
    />
  );
}

/** The lists to choose from, each with what it comes to. */
function RadarLists({ radar }: { radar: Radar }) {
  const { currency } = useAccount().settings;
  return (
    <fieldset className="grid grid-cols-2 gap-2 nav:grid-cols-4">
      <legend className="sr-only">What is missing</legend>
      {RADAR_LISTS.map((list) => {
        const sum = listSum(radar, list, currency);
        return (
          <button
            key={list}
            type="button"
            aria-pressed={list === radar.view.list}
            className="radar-list"
            onClick={() => radar.set({ list: list === 'unbilled' ? '' : list })}
          >
            <span>{LIST_WORDS[list]}</span> <b className="figure">{sum ? sum.figure : '–'}</b>{' '}
            <span className="text-muted">{sum?.words}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** The filters of the list that is shown. */
function RadarFilters({ radar: { set, view } }: { radar: Radar }) {
  const words = { unbilled: 'Older than', clocked: 'In the last', incomplete: null, 'last-year': null }[view.list];
  return (
    <>
      {words !== null && (
        <ChipSelect
          label={words}
          all={null}
          value={String(view.days)}
          options={RADAR_DAYS.map((days) => ({ value: String(days), label: `${words} ${days} days` }))}
          onChange={(days) => set({ days: days === String(DEFAULT_RADAR_DAYS) ? '' : days })}
        />
      )}
      {view.list !== 'clocked' && (
        <CustomerChip value={view.customerId ?? ''} onChange={(customer) => set({ customer })} />
      )}
    </>
  );
}
