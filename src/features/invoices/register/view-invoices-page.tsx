import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useOffline } from '@/session/contact';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { useWide } from '@/ui/layout/use-wide';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { usePrintList } from '@/ui/lists/print-table';
import { TotalBar } from '@/ui/lists/total-bar';
import { CopyNote } from '@/widgets/copy-note';
import { ChosenInvoices } from './chosen-invoices';
import { PrintedRegister } from './printed-register';
import { RegisterCards } from './register-cards';
import { RegisterGaps } from './register-gaps';
import { canMark } from './register-row';
import { RegisterTable } from './register-rows';
import { RegisterSummaryCard } from './register-summary';
import { countWords, registerSums } from './register-sums';
import { RegisterTools } from './register-tools';
import { useRegister, type Register } from './use-register';

const NONE: ReadonlySet<string> = new Set();

const newInvoice = (
  <ButtonLink variant="main" to="/invoices">
    <FilePlus2 aria-hidden="true" />
    New invoice
  </ButtonLink>
);

/** The register of invoices and credit notes, newest first, with their sums. */
export function ViewInvoicesPage() {
  const register = useRegister();
  const { account, entries, onSpan, rows, today, total, totals, view } = register;
  const online = !useOffline();
  const wide = useWide();
  const [picked, setPicked] = useState(NONE);
  const [choosing, setChoosing] = useState(false);
  const chosen = entries.filter((entry) => canMark(entry) && picked.has(entry.id));
  const marking = choosing && !wide;
  // Without any invoice there is nothing to search or add up.
  const begun = view.filtered || rows.isPending || entries.length > 0;
  const pick = (ids: readonly string[], on: boolean) =>
    setPicked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  const choose = (on: boolean) => {
    setChoosing(on);
    setPicked(NONE);
  };
  const { print } = usePrintList({
    loaded: entries.length,
    hasMore: register.hasMore,
    failed: register.moreFailed,
    loadMore: register.loadMore,
  });
  const list = { entries, total, today, picked, onPick: pick, onSpan };
  return (
    <Page
      title="View Invoices"
      actions={wide && entries.length > 0 ? newInvoice : undefined}
      foot={
        entries.length > 0 && (
          <TotalBar
            short={totals && countWords(totals, view.filter.state)}
            // A phone has room for only one of the two.
            sums={totals && !marking ? registerSums(totals, account.settings.currency) : []}
            chosen={
              chosen.length > 0 || marking ? (
                <ChosenInvoices
                  invoices={chosen}
                  onClear={wide ? () => choose(false) : undefined}
                  onDone={() => choose(false)}
                />
              ) : undefined
            }
          />
        )
      }
    >
      {!online && rows.data && <CopyNote at={rows.dataUpdatedAt} />}
      {begun && (
        <>
          <RegisterSummaryCard register={register} />
          <RegisterTools register={register} choosing={wide ? null : choosing} onChoose={choose} print={print} />
          <RegisterGaps ownerId={account.ownerId} />
        </>
      )}
      <PrintedRegister register={register} />
      <Entries
        register={register}
        list={wide ? <RegisterTable {...list} /> : <RegisterCards {...list} choosing={choosing} />}
      />
    </Page>
  );
}

/** The list, or its loading, error or empty state. */
function Entries({ register: { clear, entries, rows, view }, list }: { register: Register; list: React.ReactNode }) {
  if (rows.isPending)
    return (
      <Card>
        <LoadingRows />
      </Card>
    );
  if (rows.isError && !rows.data)
    return (
      <Card>
        <ErrorState onRetry={() => void rows.refetch()} />
      </Card>
    );
  if (entries.length === 0)
    return (
      <Card>
        {view.filtered ? (
          <EmptyState
            title="No invoices match these filters."
            action={<Button onClick={clear}>Clear filters</Button>}
          />
        ) : (
          <EmptyState title="No invoices yet." text="Work marked Ready can be invoiced." action={newInvoice} />
        )}
      </Card>
    );
  return (
    <div className="grid gap-3" aria-busy={rows.isPlaceholderData}>
      {list}
      {rows.isFetchNextPageError && (
        <Button className="justify-self-center" onClick={() => void rows.fetchNextPage()}>
          Load more
        </Button>
      )}
    </div>
  );
}
