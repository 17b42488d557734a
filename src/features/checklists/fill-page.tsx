import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { checklistsQuery } from '@/data/checklists/checklists';
import type { ChecklistScore } from '@/domain/checklists/checklist';
import { machinesOf } from '@/domain/checklists/checklist-board';
import { begin, type ChecklistDraft } from '@/domain/checklists/checklist-draft';
import { localTimeIn } from '@/domain/core/time';
import { useKeptDraft } from '@/offline/outbox/drafts/draft';
import type { ChecklistTemplate } from '@/records/checklists';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { EmptyState, ErrorState, LoadingRows } from '@/ui/lists/list-states';
import { CopyNote } from '@/widgets/copy-note';
import { CriticalFailure } from './critical-failure';
import { FillForm } from './fill-form';
import { draftName } from './use-filling';
import { useStanding } from './use-standing';

const BACK = { to: '/add-checklist', label: 'Checklists' };

type Begun = { id: string; draft: ChecklistDraft; at: number };

/**
 * /add-checklist?template=ID&machine=NAME: fills in one checklist. A restored draft keeps the questions of the version
 * it was started with.
 */
export function FillPage({ template: wanted, machine }: { template: string; machine: string }) {
  const account = useAccount();
  const { reading, key, draft: data, discard } = useKeptDraft(account.userId, draftName(wanted));
  const templates = useQuery(checklistsQuery(account));
  // The cast is safe: only this form writes drafts with this name.
  const begun: Begun | null = data ? { id: data.id, draft: data.values as ChecklistDraft, at: data.at } : null;
  const template = templates.data?.find(({ id, active }) => id === wanted && active) ?? null;
  const title = begun?.draft.template.name ?? template?.name ?? 'Complete Checklist';
  const waits = reading || (!begun && templates.isPending && templates.fetchStatus !== 'paused');
  return (
    <Page title={title} narrow back={BACK} view={wanted}>
      {!begun && <CopyNote at={templates.dataUpdatedAt} />}
      {!account.canWrite ? (
        <Banner tone="note">Your account can read but not write at the moment.</Banner>
      ) : waits ? (
        <LoadingRows />
      ) : begun || template ? (
        <Filling
          key={begun?.id ?? ''}
          begun={begun}
          template={template}
          machine={machine}
          draftKey={key}
          onDiscard={discard}
        />
      ) : templates.data ? (
        <EmptyState
          title="This checklist is not on the list any more."
          action={<ButtonLink to="/add-checklist">All checklists</ButtonLink>}
        />
      ) : (
        <ErrorState onRetry={() => void templates.refetch()} />
      )}
    </Page>
  );
}

function Filling({
  begun,
  template,
  machine,
  draftKey,
  onDiscard,
}: {
  begun: Begun | null;
  template: ChecklistTemplate | null;
  machine: string;
  /** Key under which the draft is stored. */
  draftKey: string;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => begun?.id ?? crypto.randomUUID());
  const [first] = useState(
    () => begun?.draft ?? (template && begin(begunOf(template), machine, new Date().toISOString())),
  );
  const [failed, setFailed] = useState<ChecklistDraft | null>(null);
  const standing = useStanding();
  if (!first) return null;
  if (failed) return <CriticalFailure name={failed.template.name} />;
  const changed = template !== null && template.version !== first.template.version;
  const onSaved = ({ result }: ChecklistScore) => {
    if (result === 'fail') setFailed(first);
    else void navigate('/completed-checklists', { replace: true });
  };
  return (
    <>
      {begun && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you began at {localTimeIn(account.settings.zone, new Date(begun.at))}.
        </Banner>
      )}
      {changed && (
        <Banner tone="note">
          This checklist has been changed since you began. Yours is saved as you see it (version{' '}
          {first.template.version}).
        </Banner>
      )}
      <FillForm first={first} id={id} draftKey={draftKey} machines={machinesOf(standing)} onSaved={onSaved} />
    </>
  );
}

const begunOf = ({ id, name, version, intro, items }: ChecklistTemplate) => ({ id, name, version, intro, items });
