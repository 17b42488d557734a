import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { latestChecksQuery } from '@/data/checklists/latest-checks';
import { RESULT_WORDS } from '@/domain/checklists/checklist-words';
import { formatDate } from '@/domain/core/time';
import type { Machine } from '@/records/machines';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { Card } from '@/ui/layout/card';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';

/** The last check of each checklist on a machine. */
export function ChecklistsTab({ machine }: { machine: Machine }) {
  const account = useAccount();
  const today = useToday();
  const { data = [] } = useQuery(latestChecksQuery(account));
  const checks = data.filter((check) => check.machine?.toLowerCase() === machine.name.toLowerCase());
  const all = `/completed-checklists?${new URLSearchParams({ machine: machine.name }).toString()}`;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap justify-end gap-2">
        {checks.length > 0 && <ButtonLink to={all}>All completed checklists</ButtonLink>}
        {account.canWrite && machine.status !== 'sold' && (
          <ButtonLink variant="main" to={`/add-checklist?${new URLSearchParams({ for: machine.id }).toString()}`}>
            <ClipboardCheck aria-hidden="true" />
            Complete a checklist
          </ButtonLink>
        )}
      </div>
      <Card className="overflow-clip">
        {checks.length === 0 ? (
          <EmptyState title="No checklist completed on this machine yet." />
        ) : (
          <LedgerCards>
            {checks.map(({ completionId, templateName, result, doneOn, createdByName }) => (
              <LedgerCard
                key={completionId}
                title={templateName}
                lines={[`${formatDate(doneOn, today)} · ${createdByName}`]}
                state={RESULT_WORDS[result]}
              />
            ))}
          </LedgerCards>
        )}
      </Card>
    </div>
  );
}
