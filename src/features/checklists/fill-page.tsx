import { useQuery } from '@tanstack/react-query';
import { OctagonX } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { checklistsQuery } from '@/data/checklists/checklists';
import type { ChecklistScore } from '@/domain/checklists/checklist';
import { checkedMachines } from '@/domain/checklists/checklist-board';
import { newDraft, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import { localTimeIn } from '@/domain/core/time';
import { useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { ChecklistTemplate } from '@/records/checklists';
import { useAccount } from '@/session/account';
import { READ_ONLY } from '@/session/disabled-reason';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { EmptyState, LoadingRows } from '@/ui/lists/list-states';
import { QueryList } from '@/ui/lists/query-list';
import { useLatestChecks } from '@/widgets/checklists/use-latest-checks';
import { useMachines } from '@/widgets/machines/use-fleet';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { FillForm } from './fill-form';
import { draftName } from './use-filling';

const BACK = { to: '/add-checklist', label: 'Checklists' };

type StartedDraft = { id: string; draft: ChecklistDraft; at: number };

/**
 * /add-checklist?template=ID&machine=NAME, or &for=MACHINE_ID: fills in one checklist. A restored draft keeps the
 * questions of the version it was started with.
 */
export function FillPage({
  templateId,
  machine,
  machineId,
}: {
  templateId: string;
  machine: string;
  /** The machine of the fleet that is checked; '' to choose. */
  machineId: string;
}) {
  const account = useAccount();
  const { isDraftLoading, key, draft: data, discard } = useStoredDraft(account.userId, draftName(templateId));
  const templates = useQuery(checklistsQuery(account));
  // The cast is safe: only this form writes drafts with this name.
  const started: StartedDraft | null = data ? { id: data.id, draft: data.values as ChecklistDraft, at: data.at } : null;
  const template = templates.data?.find(({ id, active }) => id === templateId && active) ?? null;
  const title = started?.draft.template.name ?? template?.name ?? 'Complete Checklist';
  // The version whose questions are being answered. Until then the form takes a newer one, which arrives after the copy.
  const [begunVersion, setBegunVersion] = useState<number | null>(null);
  return (
    <Page title={title} narrow back={BACK} view={templateId}>
      {!started && <SnapshotAge at={templates.dataUpdatedAt} />}
      {!account.canWrite ? (
        <Banner tone="note">{READ_ONLY}</Banner>
      ) : isDraftLoading ? (
        <LoadingRows />
      ) : started || template ? (
        <Filling
          key={started?.id ?? begunVersion ?? template?.version}
          started={started}
          template={template}
          machine={machine}
          machineId={machineId}
          draftKey={key}
          onBegun={started ? undefined : setBegunVersion}
          onDiscard={discard}
        />
      ) : (
        <QueryList read={templates}>
          <EmptyState
            title="This checklist is not on the list any more."
            action={<ButtonLink to="/add-checklist">All checklists</ButtonLink>}
          />
        </QueryList>
      )}
    </Page>
  );
}

function Filling({
  started,
  template,
  machine,
  machineId,
  draftKey,
  onBegun,
  onDiscard,
}: {
  started: StartedDraft | null;
  template: ChecklistTemplate | null;
  machine: string;
  machineId: string;
  /** Key under which the draft is stored. */
  draftKey: string;
  /** Called with the version of the questions once something is entered, a machine too. */
  onBegun: ((version: number) => void) | undefined;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => started?.id ?? crypto.randomUUID());
  const { machines: fleet } = useMachines();
  // The machine to preselect: by the id or the name in the address, else the one that the checklist is for.
  const preselected = fleet.find(
    ({ id: one, name, status }) =>
      status !== 'sold' &&
      (machineId !== ''
        ? one === machineId
        : machine !== ''
          ? name.toLowerCase() === machine.toLowerCase()
          : one === template?.machineId),
  );
  const [initialDraft] = useState(
    () =>
      started?.draft ??
      (template && {
        ...newDraft(questionsOf(template), preselected?.name ?? machine, new Date().toISOString()),
        machineId: preselected?.id ?? '',
      }),
  );
  const [failedDraft, setFailedDraft] = useState<ChecklistDraft | null>(null);
  const latestChecks = useLatestChecks();
  if (!initialDraft) return null;
  if (failedDraft) return <CriticalFailure name={failedDraft.template.name} />;
  const changed = template !== null && template.version !== initialDraft.template.version;
  const onSaved = ({ result }: ChecklistScore) => {
    if (result === 'fail') setFailedDraft(initialDraft);
    else void navigate('/completed-checklists', { replace: true });
  };
  return (
    <>
      {started && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you began at {localTimeIn(account.settings.zone, new Date(started.at))}.
        </Banner>
      )}
      {changed && (
        <Banner tone="note">
          This checklist has been changed since you began. Yours is saved as you see it (version{' '}
          {initialDraft.template.version}).
        </Banner>
      )}
      <FillForm
        initialDraft={initialDraft}
        id={id}
        draftKey={draftKey}
        onBegun={onBegun}
        machines={checkedMachines(latestChecks)}
        onSaved={onSaved}
      />
    </>
  );
}

const questionsOf = ({ id, name, version, intro, items }: ChecklistTemplate) => ({ id, name, version, intro, items });

/** Shown after a critical question failed, instead of everything else. */
function CriticalFailure({ name }: { name: string }) {
  const { role, ownerFirstName } = useAccount();
  return (
    <div className="state-panel" role="alert">
      <span className="icon-square bg-danger-soft text-danger">
        <OctagonX aria-hidden="true" />
      </span>
      <h2 className="text-danger">
        Do not use this machine.{role === 'employee' && ` Tell ${ownerFirstName ?? 'the account holder'} now.`}
      </h2>
      <p>{name} failed. It is saved, and everybody on the farm is shown it.</p>
      <div className="state-panel-action">
        <ButtonLink to="/completed-checklists" variant="main">
          Completed checklists
        </ButtonLink>
      </div>
    </div>
  );
}
