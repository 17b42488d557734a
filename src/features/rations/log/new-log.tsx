import { useMutation, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { localTimeIn } from '@/domain/core/time';
import { backToList, type MixKind } from '@/features/rations/mix/kinds';
import { MissingMix } from '@/features/rations/mix/missing-mix';
import type { NewEntry } from '@/offline/outbox/entry';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { Page } from '@/ui/layout/page';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';

/** The draft of a feeding or a batch on this device: `started` is null if none was left. */
export type LogDraft<Draft> = {
  key: string;
  started: { id: string; draft: Draft; at: number } | null;
  discard: () => void;
};

/** The page on which the crew works with a mix and logs it. It opens once the mix and this device's draft are read. */
export function NewLogPage<Mix extends { id: string; name: string }, Draft>({
  kind,
  list,
  id,
  title,
  draftName,
  subtitleOf,
  children,
}: {
  kind: MixKind;
  list: UseQueryResult<Mix[]>;
  id: string;
  /** Until the mix is read. */
  title: string;
  draftName: string;
  subtitleOf: (mix: Mix) => string | null;
  children: (mix: Mix, draft: LogDraft<Draft>) => ReactNode;
}) {
  const account = useAccount();
  const { isDraftLoading, key, draft, discard } = useStoredDraft(account.userId, draftName);
  const mix = list.data?.find((one) => one.id === id);
  const back =
    account.role === 'admin' ? { to: `${kind.path}/${id}`, label: mix?.name ?? 'the mix' } : backToList(kind);
  return (
    <Page
      title={mix?.name ?? title}
      subtitle={mix && subtitleOf(mix)}
      narrow
      back={back}
      view={`${kind.work.path} ${id}`}
    >
      <SnapshotAge at={list.dataUpdatedAt} />
      {mix && !isDraftLoading ? (
        children(mix, {
          key,
          // The cast is safe: only this form writes drafts with this name.
          started: draft && { id: draft.id, draft: draft.values as Draft, at: draft.at },
          discard,
        })
      ) : (
        <MissingMix list={list} id={id} />
      )}
    </Page>
  );
}

/**
 * Saves a feeding or a batch, and until then what was typed; `touched`: whether `input` is worth keeping as a draft. `notices`
 * stand above the form: what this device could not store, and that a draft was restored.
 */
export function useNewLog(
  { path }: MixKind,
  record: { name: string },
  { key, started, discard }: LogDraft<unknown>,
  input: unknown,
  touched: boolean,
) {
  const { userId, settings } = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => started?.id ?? crypto.randomUUID());
  const [isSaved, setIsSaved] = useState(false);
  const [unstored, setUnstored] = useUnstoredEntry(input);
  const insert = useMutation(insertMutation(record));
  useDraft(userId, key, id, touched && !isSaved ? input : null);
  const finish = () => {
    // Stop writing the draft: a late write would restore what has already been saved.
    setIsSaved(true);
    void forgetDraft(userId, key).then(() => navigate(`${path}?tab=log`, { replace: true }));
  };
  const save = (entry: NewEntry) => {
    const withDraft = { ...entry, draft: key };
    insert.mutate([withDraft], { onSuccess: finish, onError: () => setUnstored(withDraft) });
  };
  const notices = (
    <>
      <UnstoredEntry entry={unstored} sendMutation={sendNowMutation(record)} onSent={finish} />
      {started && (
        <Banner tone="note" action={<Button onClick={discard}>Start again</Button>}>
          Restored what you began at {localTimeIn(settings.zone, new Date(started.at))}.
        </Banner>
      )}
    </>
  );
  return { id, isSaving: insert.isPending, save, notices };
}
