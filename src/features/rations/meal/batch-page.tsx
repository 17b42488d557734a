import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as v from 'valibot';
import { mealMixesQuery } from '@/data/rations/meal-mixes';
import { formatQuantity, toInputText } from '@/domain/core/money';
import { batchKg, batchParts } from '@/domain/rations/meal';
import { NewLogPage, useNewLog, type LogDraft } from '@/features/rations/log/new-log';
import { MEAL } from '@/features/rations/mix/kinds';
import { MEAL_BATCH } from '@/records/rations/meal-batches';
import type { MealMix } from '@/records/rations/meal-mixes';
import { useAccount } from '@/session/account';
import { TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Card } from '@/ui/layout/card';
import { insertBatch } from './batch-entries';
import { batchSize } from './meal-schema';

/** `lots`: the lot numbers, by the id of their feed. */
type BatchDraft = { size: string; lots: Readonly<Record<string, string>>; usedBy: string; note: string };

/** /meal-mixes/ID/batch: what goes into a batch of any size, the lots it is made of, and the button that logs it. */
export function BatchPage({ id }: { id: string }) {
  return (
    <NewLogPage<MealMix, BatchDraft>
      kind={MEAL}
      list={useQuery(mealMixesQuery(useAccount()))}
      id={id}
      title="Batch"
      draftName={`batch-${id}`}
      subtitleOf={({ stockClass }) => stockClass}
    >
      {(mix, draft) => <BatchForm key={draft.started?.id ?? ''} mix={mix} stored={draft} />}
    </NewLogPage>
  );
}

function BatchForm({ mix, stored }: { mix: MealMix; stored: LogDraft<BatchDraft> }) {
  const account = useAccount();
  const [draft, setDraft] = useState<BatchDraft>(
    () => stored.started?.draft ?? { size: toInputText(mix.batchSize), lots: {}, usedBy: '', note: '' },
  );
  const [touched, setTouched] = useState(stored.started !== null);
  const [submitted, setSubmitted] = useState(false);
  const log = useNewLog(MEAL, MEAL_BATCH, stored, draft, touched);
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
  const save = () => {
    setSubmitted(true);
    const lotsFit = mix.items.every(({ feed }) => lotOf(feed).length <= 60);
    if (kg === null || parts === null || !lotsFit) return;
    if (draft.usedBy.trim().length > 200 || draft.note.trim().length > 500) return;
    log.save(
      insertBatch(account, log.id, mix, {
        ...{ kg, usedBy: draft.usedBy, note: draft.note, mixedAt: new Date().toISOString() },
        items: mix.items.map(({ feed, name }, at) => ({ feed, name, kg: parts[at] ?? kg, lot: lotOf(feed) })),
      }),
    );
  };
  return (
    <>
      {log.notices}
      <EntryForm
        onSubmit={() => {
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
            <SaveButton busy={log.isSaving}>Save batch</SaveButton>
          </SaveDock>
        )}
      </EntryForm>
    </>
  );
}
