import { useMutation, useQuery } from '@tanstack/react-query';
import { FileSpreadsheet, FileText, Wrench } from 'lucide-react';
import { serviceCostsQuery } from '@/data/machinery/services';
import { totalOf } from '@/domain/machinery/costs';
import { formatMoney } from '@/domain/core/money';
import { formatDate } from '@/domain/core/time';
import { formatReading } from '@/domain/machinery/machine';
import { KIND_WORDS } from '@/domain/machinery/machine-words';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useCurrentNames } from '@/session/current-names';
import { useToday } from '@/session/today';
import { Button, ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { Paged } from '@/ui/lists/paged';
import { QueryList } from '@/ui/lists/query-list';
import { stateWords } from '@/widgets/unsent/send-words';
import { newServicePath, servicePath } from './machinery-address';
import { saveServiceCsv, saveServicePdf } from './machinery-files';
import { useServices } from './use-machine';

/** What was done on a machine, latest first. */
export function HistoryTab({ machine }: { machine: Machine }) {
  const account = useAccount();
  const today = useToday();
  const { query, services } = useServices(machine.id);
  const admin = account.role === 'admin';
  const costs = useQuery({ ...serviceCostsQuery(account, machine.id), enabled: admin });
  const { nameOf } = useCurrentNames();
  const csv = useMutation(saveServiceCsv);
  const pdf = useMutation(saveServicePdf);
  const costOf = (id: string) => {
    const entered = costs.data?.get(id);
    const total = entered && totalOf(entered);
    return total == null ? undefined : formatMoney(total, account.settings.currency);
  };
  if (services.length === 0)
    return (
      <Card>
        <QueryList read={query}>
          <EmptyState
            title="No service logged yet."
            action={
              account.canWrite && (
                <ButtonLink to={newServicePath(machine.id)} variant="main">
                  <Wrench aria-hidden="true" />
                  Log a service
                </ButtonLink>
              )
            }
          />
        </QueryList>
      </Card>
    );
  const history = { account, machine, services: services.map(({ row }) => row), costs: costs.data ?? null, today };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap justify-end gap-2">
        <Button busy={csv.isPending} busyText="Saving..." onClick={() => csv.mutate(history)}>
          <FileSpreadsheet aria-hidden="true" />
          CSV
        </Button>
        <Button busy={pdf.isPending} busyText="Saving..." onClick={() => pdf.mutate(history)}>
          <FileText aria-hidden="true" />
          PDF
        </Button>
      </div>
      <Card className="overflow-clip">
        <Paged items={services}>
          {(part) => (
            <LedgerCards>
              {part.map(({ row, entry }) => (
                <LedgerCard
                  key={row.id}
                  title={row.description || KIND_WORDS[row.kind]}
                  lines={[
                    [
                      formatDate(row.serviceDate, today),
                      KIND_WORDS[row.kind],
                      row.reading !== null && formatReading(row.reading, machine.meterType),
                    ]
                      .filter(Boolean)
                      .join(' · '),
                    entry
                      ? (entry.problem?.sentence ?? stateWords(entry, false))
                      : [row.supplier, nameOf(row.createdBy, row.createdByName)].filter(Boolean).join(' · '),
                  ]}
                  figure={costOf(row.id)}
                  to={servicePath(machine.id, row.id)}
                />
              ))}
            </LedgerCards>
          )}
        </Paged>
      </Card>
    </div>
  );
}
