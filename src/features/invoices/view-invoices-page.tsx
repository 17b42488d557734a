import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { invoicesQuery, registerTotalsQuery, unusedNumbersQuery } from '@/data/invoice-register';
import { localTimeIn } from '@/domain/time';
import { useAccount } from '@/session/account';
import { useOnline } from '@/session/online';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/card';
import { EmptyState, ErrorState, LoadingRows, OfflineNote } from '@/ui/list-states';
import { Page } from '@/ui/page';
import { TotalBar } from '@/ui/total-bar';
import { ChosenInvoices } from './chosen-invoices';
import { readRegister } from './register-address';
import { RegisterFilters } from './register-filters';
import { canMark, RegisterRows } from './register-rows';
import { countWords, registerSums } from './register-sums';

/** Why the numbers have gaps: whoever reads the register after years has to find it here. */
const unusedWords = (runs: readonly { first: number; last: number }[]) => {
  const names = runs.map(({ first, last }) => (first === last ? `${first}` : `${first} to ${last}`)).join(', ');
  return `Never used, because the next number was raised: ${names}.`;
};

const newInvoice = (
  <ButtonLink variant="main" to="/invoices">
    <FilePlus2 aria-hidden="true" />
    New invoice
  </ButtonLink>
);

/** The register of invoices, newest first. */
export function ViewInvoicesPage() {
  const { ownerId, settings } = useAccount();
  const today = useToday();
  const online = useOnline();
  const [params, setParams] = useSearchParams();
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const filter = readRegister(params, today);
  // The rows of the last filter stay until those of the next are there: nothing jumps.
  const register = useInfiniteQuery({ ...invoicesQuery(ownerId, filter), placeholderData: keepPreviousData });
  const totals = useQuery({ ...registerTotalsQuery(ownerId, filter), placeholderData: keepPreviousData }).data;
  const unused = useQuery(unusedNumbersQuery(ownerId)).data ?? [];
  const invoices = register.data?.pages.flat() ?? [];
  const chosen = invoices.filter((invoice) => canMark(invoice) && picked.has(invoice.id));
  const filtered = [filter.state, filter.customerId, filter.from, filter.to].some((value) => value !== null);
  const pick = (ids: readonly string[], on: boolean) =>
    setPicked((before) => new Set(on ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));

  const list = register.isPending ? (
    <Card>
      <LoadingRows />
    </Card>
  ) : register.isError && !register.data ? (
    <Card>
      <ErrorState onRetry={() => void register.refetch()} />
    </Card>
  ) : invoices.length === 0 ? (
    <Card>
      {filtered ? (
        <EmptyState
          title="No invoices match these filters."
          action={<Button onClick={() => setParams({}, { replace: true })}>Clear filters</Button>}
        />
      ) : (
        <EmptyState title="No invoices yet." text="Work marked Ready can be invoiced." action={newInvoice} />
      )}
    </Card>
  ) : (
    <>
      <RegisterRows invoices={invoices} today={today} picked={picked} onPick={pick} />
      {unused.length > 0 && <p className="text-2 text-muted">{unusedWords(unused)}</p>}
      {register.hasNextPage && (
        <Button
          className="self-center"
          busy={register.isFetchingNextPage}
          busyText="Loading..."
          onClick={() => void register.fetchNextPage()}
        >
          Load more
        </Button>
      )}
    </>
  );
  return (
    <Page
      title="View Invoices"
      actions={invoices.length > 0 ? newInvoice : undefined}
      foot={
        invoices.length > 0 && (
          <TotalBar
            short={totals && countWords(totals)}
            sums={totals ? registerSums(totals, settings.currency) : []}
            chosen={
              chosen.length > 0 ? <ChosenInvoices invoices={chosen} onDone={() => setPicked(new Set())} /> : undefined
            }
          />
        )
      }
    >
      {!online && register.data && <OfflineNote time={localTimeIn(settings.zone, new Date(register.dataUpdatedAt))} />}
      {(filtered || register.isPending || invoices.length > 0) && <RegisterFilters filter={filter} />}
      {list}
    </Page>
  );
}
