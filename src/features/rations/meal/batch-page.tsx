import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity, toInputText } from '@/domain/core/money';
import { localTimeIn } from '@/domain/core/time';
import { batchKg, batchParts } from '@/domain/rations/meal';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertMutation, sendNowMutation } from '@/offline/outbox/save-entries';
import { MEAL_BATCH } from '@/records/rations/meal-batches';
import type { MealMix } from '@/records/rations/meal-mixes';
import { MissingMix } from '@/features/rations/mix/missing-mix';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock } from '@/ui/forms/save-dock';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { SnapshotAge } from '@/widgets/snapshot-age';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { insertBatch } from './batch-entries';
import { batchSize } from './meal-schema';

const deviceTime = () => new Date().toISOString();
const draftName = (mix: string) => `batch-${mix}`;

/** `lots`: the lot numbers, by the id of their feed. */
type BatchDraft = { size: string; lots: Readonly<Record<string, string>>; usedBy: string; note: string };

/** /meal-mixes/ID/batch: what goes into a batch of any size, the lots it is made of, and the button that logs it. */
export function BatchPage({ id }: { id: string }) {
  const account = useAccount();
  const list = useQuery(mealMixesQuery(account));
  const stored = useStoredDraft(account.userId, draftName(id));
  const mix = list.data?.find((one) => one.id === id);
  const back =
    account.role === 'admin'
      ? { to: `/meal-mixes/${id}`, label: mix?.name ?? 'the mix' }
      : { to: '/meal-mixes', label: 'Meal Mixes' };
  return (
    <Page title={mix?.name ?? 'Batch'} subtitle={mix?.stockClass} narrow back={back} view={`batch ${id}`}>
      <SnapshotAge at={list.dataUpdatedAt} />
      {mix && !stored.isDraftLoading ? (
        <Mixing
          key={stored.draft?.id ?? ''}
          mix={mix}
          // The cast is safe: only this form writes drafts with this name.
          started={
            stored.draft && { id: stored.draft.id, draft: stored.draft.values as BatchDraft, at: stored.draft.at }
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

function Mixing({
  mix,
  started,
  draftKey,
  onDiscard,
}: {
  mix: MealMix;
  started: { id: string; draft: BatchDraft; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
}) {
  const account = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => started?.id ?? crypto.randomUUID());
  const [draft, setDraft] = useState<BatchDraft>(
    () => started?.draft ?? { size: toInputText(mix.batchSize), lots: {}, usedBy: '', note: '' },
  );
  const [touched, setTouched] = useState(started !== null);
  const [submitted, setSubmitted] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [unsavedEntry, setUnsavedEntry] = useUnstoredEntry(draft);
  const mutation = useMutation(insertMutation(MEAL_BATCH));
  useDraft(account.userId, draftKey, id, touched && !isSaved ? draft : null);
  const set = (change: Partial<BatchDraft>) => {
    setTouched(true);
    setDraft((current) => ({ ...current, ...change }));
  };
  const checked = v.safeParse(batchSize, draft.size);
  const kg = checked.success ? batchKg(checked.output, mix.batchUnit) : null;
  const parts = kg === null ? null : batchParts(kg, mix.items, mix.roundingKg);
  const lotOf = (feed: string) => draft.lots[feed]?.trim() ?? '';
  const tooLong = (text: string, max: number) =>
    submitted && text.trim().length > max ? `Too long: ${max} characters at most.` : undefined;
  const finish = () => {
    // Stop writing the draft: a late write would restore a batch that has already been saved.
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => navigate('/meal-mixes?tab=log', { replace: true }));
  };
  const save = () => {
    setSubmitted(true);
    const lotsFit = mix.items.every(({ feed }) => lotOf(feed).length <= 60);
    if (kg === null || parts === null || !lotsFit) return;
    if (draft.usedBy.trim().length > 200 || draft.note.trim().length > 500) return;
    const entry = {
      ...insertBatch(account, id, mix, {
        ...{ kg, usedBy: draft.usedBy, note: draft.note, mixedAt: deviceTime() },
        items: mix.items.map(({ feed, name }, at) => ({ feed, name, kg: parts[at] ?? kg, lot: lotOf(feed) })),
      }),
      draft: draftKey,
    };
    mutation.mutate([entry], { onSuccess: finish, onError: () => setUnsavedEntry(entry) });
  };
  return (
    <>
      <UnstoredEntry entry={unsavedEntry} sendMutation={sendNowMutation(MEAL_BATCH)} onSent={finish} />
      {started && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Start again</Button>}>
          Restored what you began at {localTimeIn(account.settings.zone, new Date(started.at))}.
        </Banner>
      )}
      <form
        noValidate
        className="flex flex-col gap-4 max-nav:flex-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (account.canWrite) save();
        }}
      >
        <div className="grid content-start gap-4 max-nav:flex-1">
          <NumberField
            label="Batch size"
            after={mix.batchUnit}
            error={checked.issues?.[0].message}
            value={draft.size}
            onChange={({ currentTarget }) => set({ size: currentTarget.value })}
          />
          {parts && (
            <Card className="overflow-clip">
              <ol className="ruled">
                {mix.items.map(({ feed, name, pct }, at) => (
                  <li key={at} className="grid gap-2 p-4">
                    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
                      <strong className="text-4 wrap-anywhere">
                        {at + 1}. {name}
                      </strong>
                      <b className="figure text-6">{formatQuantity(parts[at] ?? pct)} kg</b>
                    </p>
                    <TextField
                      label={`Lot number of ${name}`}
                      optional
                      autoComplete="off"
                      error={tooLong(lotOf(feed), 60)}
                      value={draft.lots[feed] ?? ''}
                      onChange={({ currentTarget }) => set({ lots: { ...draft.lots, [feed]: currentTarget.value } })}
                    />
                  </li>
                ))}
              </ol>
            </Card>
          )}
          <TextField
            label="Fed to"
            optional
            autoComplete="off"
            error={tooLong(draft.usedBy, 200)}
            value={draft.usedBy}
            onChange={({ currentTarget }) => set({ usedBy: currentTarget.value })}
          />
          <TextAreaField
            label="Note"
            optional
            rows={2}
            error={tooLong(draft.note, 500)}
            value={draft.note}
            onChange={({ target }) => set({ note: target.value })}
          />
          <p className="hint">The batch gets its number when it reaches the office.</p>
        </div>
        {account.canWrite && (
          <SaveDock note="Batch" value={kg === null ? null : `${formatQuantity(kg)} kg`}>
            <SaveButton busy={mutation.isPending}>Save batch</SaveButton>
          </SaveDock>
        )}
      </form>
    </>
  );
}
