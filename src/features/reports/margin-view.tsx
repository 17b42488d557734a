import { MARGIN_GROUPINGS } from '@/domain/reports/margin';
import { useAccount } from '@/session/account';
import { Banner } from '@/ui/feedback/banner';
import { CustomerChip } from '@/widgets/pickers/customer-chip';
import { incompleteWords, marginSheet, SHARED_COSTS_NOTE, sumWords, uncostedWords } from './margin-sheet';
import { GroupChip } from './report-fields';
import { groupOptions, sharedNote, spanWords } from './report-rows';
import { SheetReport } from './sheet-report';
import { UNCOSTED, useMargin, type Margins } from './use-margin';
import { useCustomerName } from './use-report-address';

/** What jobs earned less their costs, by groups, and the jobs without costs. */
export function MarginView() {
  const { currency } = useAccount().settings;
  const margins = useMargin();
  const { customerId, grouping, period, set, sums, view } = margins;
  const listsUncosted = grouping === UNCOSTED;
  return (
    <SheetReport
      report={margins}
      period={view}
      sheet={marginSheet(margins, currency, useCustomerName(customerId))}
      filters={
        <>
          <GroupChip
            groups={[...groupOptions(MARGIN_GROUPINGS), { value: UNCOSTED, label: 'Jobs without costs' }]}
            value={grouping}
            set={set}
          />
          <CustomerChip value={customerId ?? ''} onChange={(customer) => set({ customer })} />
        </>
      }
      total={{
        short: `Jobs: ${sums.jobs.toLocaleString('en-GB')}`,
        sums: sumWords(sums, currency),
      }}
      notices={<MarginNotices margins={margins} />}
      empty={{
        title: listsUncosted ? 'Every job in this period has costs.' : 'No job with costs in this period.',
        text: `${spanWords(period)}.`,
      }}
      note={listsUncosted ? '' : `${SHARED_COSTS_NOTE} ${sharedNote(grouping)}`}
    />
  );
}

/** Says how many jobs the margin leaves out, and how many lack a value, hours or a cost. */
function MarginNotices({ margins: { grouping, set, sums } }: { margins: Margins }) {
  const listsUncosted = grouping === UNCOSTED;
  const [uncosted, incomplete] = [uncostedWords(sums), incompleteWords(sums)];
  return (
    <>
      {uncosted !== '' && (
        <Banner
          tone="warn"
          action={
            !listsUncosted && (
              <button type="button" className="link py-3" onClick={() => set({ by: UNCOSTED })}>
                Show them
              </button>
            )
          }
        >
          {uncosted} {listsUncosted && 'Open a job to enter who and what was on it.'}
        </Banner>
      )}
      {incomplete !== '' && !listsUncosted && <Banner tone="note">{incomplete}</Banner>}
    </>
  );
}
