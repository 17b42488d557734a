import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { tmrMixesQuery } from '@/data/rations/tmr-mixes';
import { localTimeIn } from '@/domain/core/time';
import {
  fedItems,
  hasLoaded,
  headOf,
  newFeedingDraft,
  refusalsOf,
  resumeDraft,
  type FeedingDraft,
} from '@/domain/rations/feeding-draft';
import { loadSheet } from '@/domain/rations/tmr';
import { stayAwake } from '@/lib/device/wake-lock';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { TMR_FEEDING } from '@/records/rations/tmr-feedings';
import type { TmrMix } from '@/records/rations/tmr-mixes';
import { MissingMix } from '@/features/rations/mix/missing-mix';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { insertFeeding } from './feeding-entries';
import { LoadSteps } from './load-steps';
import { LogForm } from './log-form';

const deviceTime = () => new Date().toISOString();
const draftName = (mix: string) => `feeding-${mix}`;

/** /tmr-mixes/ID/load: the load sheet for today's head count, step by step, then the form that logs the feeding. */
export function LoadSheetPage({ id }: { id: string }) {
  const account = useAccount();
  const list = useQuery(tmrMixesQuery(account));
  const stored = useStoredDraft(account.userId, draftName(id));
  const mix = list.data?.find((one) => one.id === id);
  const back =
    account.role === 'admin'
      ? { to: `/tmr-mixes/${id}`, label: mix?.name ?? 'the mix' }
      : { to: '/tmr-mixes', label: 'TMR Mixes' };
  return (
    <Page title={mix?.name ?? 'Load sheet'} subtitle={mix?.groupName} narrow back={back} view={`load ${id}`}>
      <SnapshotAge at={list.dataUpdatedAt} />
      {mix && !stored.isDraftLoading ? (
        <FeedingForm
          key={stored.draft?.id ?? ''}
          mix={mix}
          // The cast is safe: only this form writes drafts with this name.
          startedDraft={
            stored.draft && { id: stored.draft.id, draft: stored.draft.values as FeedingDraft, at: stored.draft.at }
          }
          draftKey={stored.key}
          onDiscard={stored.discard}
        />
      ) : (
        <MissingMix list={list} id={id} />
      )}
    </Page>
  );
}

function FeedingForm({
  mix,
  startedDraft,
  draftKey,
  onDiscard,
}: {
  mix: TmrMix;
  startedDraft: { id: string; draft: FeedingDraft; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => startedDraft?.id ?? crypto.randomUUID());
  const [lastDraft, setLastDraft] = useState(startedDraft?.draft ?? null);
  // The mix can be changed at the desk while the driver loads it.
  const withMix = (last: FeedingDraft | null) => (last ? resumeDraft(last, mix) : newFeedingDraft(mix));
  const draft = withMix(lastDraft);
  const [submitted, setSubmitted] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [unsavedEntry, setUnsavedEntry] = useUnstoredEntry(draft);
  const mutation = useMutation(insertMutation(TMR_FEEDING));
  useEffect(stayAwake, []);
  useDraft(account.userId, draftKey, id, lastDraft && !isSaved ? draft : null);
  const set = (change: Partial<FeedingDraft>) => setLastDraft((last) => ({ ...withMix(last), ...change }));
  const headCount = headOf(draft.head);
  const sheet = headCount === null ? null : loadSheet(mix.items, { ...mix, headCount });
  const finish = () => {
    // Stop writing the draft: a late write would restore a feeding that has already been saved.
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => navigate('/tmr-mixes?tab=log', { replace: true }));
  };
  const save = () => {
    setSubmitted(true);
    if (sheet === null || headCount === null) return;
    const items = fedItems(draft, sheet).filter((item) => item !== null);
    const refusalsKg = refusalsOf(draft);
    const complete = items.length === sheet.rows.length && items.some(({ actual }) => actual > 0);
    if (!complete || refusalsKg === undefined || draft.note.trim().length > 500) return;
    const entry = {
      ...insertFeeding(account, id, mix, {
        ...{ headCount, items, refusalsKg, note: draft.note, loads: sheet.loads },
        fedAt: deviceTime(),
      }),
      draft: draftKey,
    };
    mutation.mutate([entry], { onSuccess: finish, onError: () => setUnsavedEntry(entry) });
  };
  return (
    <>
      <UnstoredEntry entry={unsavedEntry} sendMutation={sendNowMutation(TMR_FEEDING)} onSent={finish} />
      {startedDraft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Start again</Button>}>
          Restored what you began at {localTimeIn(account.settings.zone, new Date(startedDraft.at))}.
        </Banner>
      )}
      {lastDraft && draft !== lastDraft && hasLoaded(lastDraft) && (
        <Banner tone="note">The mix was changed. Its loading starts again at the first feed.</Banner>
      )}
      {draft.logging && sheet ? (
        <LogForm
          draft={draft}
          sheet={sheet}
          submitted={submitted}
          busy={mutation.isPending}
          onChange={set}
          onSave={save}
        />
      ) : (
        <LoadSteps draft={draft} sheet={sheet} onChange={set} />
      )}
    </>
  );
}
