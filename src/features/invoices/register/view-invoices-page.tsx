import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { unusedNumbersQuery } from '@/data/invoices/register-sums';
import { useOffline } from '@/lib/online';
import { Button, ButtonLink } from '@/ui/button';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState } from '@/ui/lists/list-states';
import { usePrintList } from '@/ui/lists/print-table';
import { QueryList } from '@/ui/lists/query-list';
import { TotalBar } from '@/ui/lists/total-bar';
import { optionalPart } from '@/ui/optional-part';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { ChosenInvoices } from './chosen-invoices';
import { PrintedRegister } from './printed-register';
import { RegisterCards } from './register-cards';
import { canChangeState } from './register-row';
import { RegisterTable } from './register-table';
import { RegisterSummaryCard } from './register-summary';
import { countWords, registerSums } from './register-sums';
import { RegisterTools } from './register-tools';
import { useRegister, type Register } from './use-register';

// Few accounts have any.
const InvoicesFromBefore = optionalPart(async () => (await import('./invoices-from-before')).InvoicesFromBefore);

const NO_IDS: ReadonlySet<string> = new Set();

const newInvoice = (
  <ButtonLink variant="main" to="/invoices">
    <FilePlus2 aria-hidden="true" />
    New invoice
  </ButtonLink>
);

/** The register of invoices and credit notes, newest first, with their sums. */
export function ViewInvoicesPage() {
  const register = useRegister();
  const { account, entries, onVisibleRange, rows, today, total, totals, view } = register;
  const online = !useOffline();
  const wide = useWide();
  const [selected, setSelected] = useState(NO_IDS);
  const [choosing, setChoosing] = useState(false);
  const selectedEntries = entries.filter((entry) => canChangeState(entry) && selected.has(entry.id));
  const selectingOnPhone = choosing && !wide;
  // Without any invoice there is nothing to search or add up.
  const hasInvoices = view.filtered || rows.isPending || entries.length > 0;
  const select = (ids: readonly string[], on: boolean) =>
    setSelected((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const setSelectionMode = (on: boolean) => {
    setChoosing(on);
    setSelected(NO_IDS);
  };
  const { print } = usePrintList({
    loaded: entries.length,
    hasMore: register.hasMore,
    failed: register.moreFailed,
    loadMore: register.loadMore,
  });
  const list = { entries, total, today, selected, onSelect: select, onVisibleRange };
  return (
    <Page
      title="View Invoices"
      actions={wide && entries.length > 0 ? newInvoice : undefined}
      foot={
        entries.length > 0 && (
          <TotalBar
            short={totals && countWords(totals, view.filter.state)}
            // A phone has room for only one of the two.
            sums={totals && !selectingOnPhone ? registerSums(totals, account.settings.currency) : []}
            chosen={
              selectedEntries.length > 0 || selectingOnPhone ? (
                <ChosenInvoices
                  invoices={selectedEntries}
                  onClear={wide ? () => setSelectionMode(false) : undefined}
                  onDone={() => setSelectionMode(false)}
                />
              ) : undefined
            }
          />
        )
      }
    >
      {!online && rows.data && <SnapshotAge at={rows.dataUpdatedAt} />}
      {hasInvoices && (
        <>
          <RegisterSummaryCard register={register} />
          <RegisterTools
            register={register}
            choosing={wide ? null : choosing}
            onChoose={setSelectionMode}
            print={print}
          />
          <RegisterGaps ownerId={account.ownerId} />
        </>
      )}
      <PrintedRegister register={register} />
      <Suspense>
        <InvoicesFromBefore customerId={view.filter.customerId} />
      </Suspense>
      <Entries
        register={register}
        list={wide ? <RegisterTable {...list} /> : <RegisterCards {...list} choosing={choosing} />}
      />
    </Page>
  );
}

const MAX_VISIBLE_RANGES = 4;

/** Explains gaps in the numbers: an auditor who checks the register years later finds the reason here. */
function RegisterGaps({ ownerId }: { ownerId: string }) {
  const ranges = useQuery(unusedNumbersQuery(ownerId)).data ?? [];
  if (ranges.length === 0) return null;
  const numbers = ranges.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
  const note = <p className="text-2 text-muted">Never used, because the next number was raised: {numbers}.</p>;
  return ranges.length <= MAX_VISIBLE_RANGES ? (
    note
  ) : (
    <details>
      <summary className="text-2 link w-fit cursor-pointer py-3">Some numbers were never used</summary>
      {note}
    </details>
  );
}

/** The list, or its loading, error or empty state. */
function Entries({ register: { clear, entries, rows, view }, list }: { register: Register; list: React.ReactNode }) {
  const empty = view.filtered ? (
    <EmptyState title="No invoices match these filters." action={<Button onClick={clear}>Clear filters</Button>} />
  ) : (
    <EmptyState title="No invoices yet." text="Work marked Ready can be invoiced." action={newInvoice} />
  );
  return (
    <QueryList card read={rows} rows={entries} empty={empty}>
      <div className="grid gap-3" aria-busy={rows.isPlaceholderData}>
        {list}
        {rows.isFetchNextPageError && (
          <Button className="justify-self-center" onClick={() => void rows.fetchNextPage()}>
            Load more
          </Button>
        )}
      </div>
    </QueryList>
  );
}
