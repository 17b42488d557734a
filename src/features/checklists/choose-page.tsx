import { useQuery } from '@tanstack/react-query';
import { ClipboardCheck, Clock, OctagonX, Plus } from 'lucide-react';
import { checklistsQuery } from '@/data/checklists/checklists';
import { failedChecks, dueChecks, type LatestCheck } from '@/domain/checklists/checklist-board';
import { templateWords } from '@/domain/checklists/checklist-words';
import { formatDate, localTimeIn } from '@/domain/core/time';
import type { ChecklistTemplate } from '@/records/checklists';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { ButtonLink } from '@/ui/button';
import { AlertList, AlertRow } from '@/ui/feedback/alert-row';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { LedgerCard, LedgerCards } from '@/ui/lists/ledger-cards';
import { EmptyState } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { fillAddress } from '@/widgets/checklists/fill-address';
import { useLatestChecks } from '@/widgets/checklists/use-latest-checks';
import { useMachines } from '@/widgets/machines/use-fleet';
import { SnapshotAge } from '@/widgets/snapshot-age';

/** Choose a checklist: first machines not to be used, then what is not done today, then the full list. */
export function ChoosePage({ machineId }: { machineId: string }) {
  const account = useAccount();
  const list = useQuery(checklistsQuery(account));
  const latestChecks = useLatestChecks();
  const { machines } = useMachines();
  const machine = machines.find(({ id }) => id === machineId);
  // If a machine is given, leave out checklists for other machines and other types.
  const fits = ({ machineType, machineId: templateMachineId }: ChecklistTemplate) =>
    !machine ||
    ((templateMachineId === null || templateMachineId === machine.id) &&
      (machineType === null || machineType === machine.machineType));
  const templates = (list.data ?? []).filter((template) => template.active && fits(template));
  return (
    <Page title="Complete Checklist" subtitle={machine?.name} narrow view="choose">
      <SnapshotAge at={list.dataUpdatedAt} />
      <DoNotUseList latestChecks={latestChecks} />
      <QueryList read={list} rows={templates} empty={<NoTemplates />}>
        <NotDoneToday templates={list.data ?? []} latestChecks={latestChecks} />
        <Card className="overflow-clip">
          <LedgerCards title="All checklists">
            {templates.map((template) => (
              <LedgerCard
                key={template.id}
                title={template.name}
                lines={[templateWords(template)]}
                to={fillAddress(template.id, null, machineId)}
              />
            ))}
          </LedgerCards>
        </Card>
      </QueryList>
    </Page>
  );
}

function NoTemplates() {
  const { role, canWrite, ownerFirstName } = useAccount();
  return role === 'admin' ? (
    <EmptyState
      title="No checklists. Start from a ready-made one."
      action={
        canWrite && (
          <ButtonLink to="/create-checklist" size="l">
            <Plus aria-hidden="true" />
            Create checklist
          </ButtonLink>
        )
      }
    />
  ) : (
    <EmptyState title="No checklists." text={`Ask ${ownerFirstName ?? 'the account holder'} to add one.`} />
  );
}

function DoNotUseList({ latestChecks }: { latestChecks: readonly LatestCheck[] }) {
  const { zone } = useAccount().settings;
  const today = useToday();
  const { machines } = useMachines();
  // A machine of the fleet that was repaired is in use again, whatever its last check says.
  const failedMachines = failedChecks(latestChecks).filter(
    (check) => machines.find(({ name }) => name.toLowerCase() === check.machine?.toLowerCase())?.status !== 'in_use',
  );
  if (failedMachines.length === 0) return null;
  return (
    <AlertList label="Do not use">
      {failedMachines.map(({ completionId, templateId, templateName, machine, createdByName, completedAt, doneOn }) => (
        <AlertRow
          key={completionId}
          tone="bad"
          icon={<OctagonX aria-hidden="true" />}
          title={`Do not use: ${machine ?? templateName}`}
          detail={`${templateName} failed, ${createdByName}, ${doneOn === today ? 'today' : formatDate(doneOn, today)} at ${localTimeIn(zone, new Date(completedAt))}`}
          to={fillAddress(templateId, machine)}
        />
      ))}
    </AlertList>
  );
}

function NotDoneToday({
  templates,
  latestChecks,
}: {
  templates: readonly ChecklistTemplate[];
  latestChecks: readonly LatestCheck[];
}) {
  const today = useToday();
  const open = dueChecks(templates, latestChecks, today);
  if (open.length === 0) {
    return (
      <p className="flex items-center gap-2 text-positive">
        <ClipboardCheck aria-hidden="true" className="size-5" />
        Everything that is due has been checked.
      </p>
    );
  }
  return (
    <section className="grid gap-2">
      <h2 className="text-3">Not done today</h2>
      <AlertList label="Not done today">
        {open.map(({ templateId, name, machine, lastOn }) => (
          <AlertRow
            key={`${templateId} ${machine ?? ''}`}
            tone="warn"
            icon={<Clock aria-hidden="true" />}
            title={machine === null ? name : `${name}: ${machine}`}
            detail={lastOn === null ? 'Never done' : `Last done ${formatDate(lastOn, today)}`}
            to={fillAddress(templateId, machine)}
          />
        ))}
      </AlertList>
    </section>
  );
}
