import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { FieldSummary } from '@/data/fields/fields';
import { formatQuantity, decimalIn } from '@/domain/core/money';
import { localTimeIn } from '@/domain/core/time';
import {
  ACTIVITY_WORDS,
  appliesProduct,
  isSpray,
  rateUnitsOf,
  totalUnit,
  type ActivityType,
} from '@/domain/fields/activity';
import { typedArea, type AreaUnit } from '@/domain/core/area';
import { forgetDraft, useDraft } from '@/offline/outbox/drafts/draft';
import { deleteOf, insertOf, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import {
  insertMutation,
  removeMutation,
  sendNowMutation,
  strikeMutation,
  updateMutation,
} from '@/offline/outbox/save-entries';
import { ACTIVITY, type Activity, type ActivityFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DeleteEntry } from '@/ui/forms/delete-entry';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { Page } from '@/ui/layout/page';
import { Hazards } from '@/widgets/customer-hazards';
import { EntryPhotos } from '@/widgets/photos/entry-photos';
import { MorePhotos, useMorePhotos } from '@/widgets/photos/more-photos';
import { PhotoField } from '@/widgets/photos/photo-field';
import { PhotoWait, useSaveAfterPhotos } from '@/widgets/photos/photo-wait';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { ReplacementField, OtherFields, ProductFields, SprayFields, TimeFields } from './activity-fields';
import { activitySchema, activityText, newActivity, totalFor, type ActivityText } from './activity-schema';
import { JobLink } from './job-link';
import { useHarvestIntervals } from './use-harvest-intervals';
import { fieldLink } from '@/features/fields/fields-address';
import { saving } from '@/widgets/photos/saving';

const MAX_PHOTOS = 6;

/** The form of an activity, new or stored. Saved on this device first, with or without signal. */
export function ActivityForm({
  field,
  unit,
  stored,
  type,
  summary,
  people,
  draft,
  draftKey,
  onDiscard,
  back,
}: {
  field: FarmField | null;
  unit: AreaUnit;
  stored: Activity | null;
  type: ActivityType;
  summary: FieldSummary | null;
  people: readonly { id: string; name: string }[];
  draft: { id: string; text: Partial<ActivityText>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
  back: { to: string; label: string };
}) {
  const account = useAccount();
  const { zone } = account.settings;
  const { userId } = account;
  const today = useToday();
  const navigate = useNavigate();
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  const [initial] = useState(() =>
    stored || !field
      ? stored && activityText(stored, zone, unit)
      : newActivity(
          field,
          {
            unit,
            date: today,
            start: localTimeIn(zone, new Date()),
            crop: summary?.crop ?? null,
            operator: [account.firstName, account.lastName].filter(Boolean).join(' '),
          },
          type,
        ),
  );
  const intervals = useHarvestIntervals(field?.id ?? null);
  const form = useForm<ActivityText, unknown, ActivityFields>({
    resolver: standardSchemaResolver(activitySchema({ zone, today, unit, field, stored, intervals, people })),
    defaultValues: {
      ...(initial ?? {}),
      ...(initial?.rateUnit === '' && { rateUnit: rateUnitsOf(type)[0] ?? '' }),
      ...draft?.text,
    },
  });
  const text = useWatch({ control: form.control, compute: (values: ActivityText) => values });
  const insert = useMutation(insertMutation(ACTIVITY));
  const update = useMutation(updateMutation(ACTIVITY));
  const remove = useMutation(removeMutation(ACTIVITY));
  const morePhotos = useMorePhotos({ id, table: 'field_activities', maxPhotos: MAX_PHOTOS });
  const { whenReady, waiting } = useSaveAfterPhotos(id);
  const [unstoredEntry, setUnstoredEntry] = useUnstoredEntry(text);
  const [isSaved, setIsSaved] = useState(false);
  useDraft(userId, draftKey, id, isSaved || !(form.formState.isDirty || draft) ? null : text);
  const onSaved = () => {
    setIsSaved(true);
    void forgetDraft(userId, draftKey).then(() => navigate(back.to, { replace: true }));
  };
  const onRemoved = () => void navigate(field ? fieldLink(field.id, 'activities') : '/fields', { replace: true });
  // Not as a callback of the press: the form goes as soon as the activity is struck out.
  const strike = useMutation({ ...strikeMutation(ACTIVITY), onSuccess: onRemoved });
  const submit = form.handleSubmit((values) => {
    if (stored) {
      const edit = updateOf(ACTIVITY, account, stored, values);
      const entries = [...(edit ? [edit] : []), ...morePhotos.chosen.map((photo) => photo.entry)];
      if (entries.length === 0) return onSaved();
      return update.mutate(entries, { onSuccess: onSaved });
    }
    const inserted = insertOf(ACTIVITY, account, id, { ...values, fieldName: field?.name ?? '' });
    const added = { ...inserted, draft: draftKey };
    return insert.mutate([added], { onSuccess: onSaved, onError: () => setUnstoredEntry(added) });
  });
  const total = totalWords(text, unit, stored, field);
  const showsSprayFields = isSpray(type);
  const busy = insert.isPending || update.isPending || morePhotos.preparing;
  return (
    <Page
      title={ACTIVITY_WORDS[type]}
      subtitle={field?.name ?? stored?.fieldName}
      narrow
      back={back}
      view={stored ? id : 'new'}
    >
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(zone, new Date(draft.at))}.
        </Banner>
      )}
      {field?.hazards != null && <Hazards text={field.hazards} />}
      <EntryProblem id={id} />
      {stored && <JobLink activity={stored} />}
      <UnstoredEntry entry={unstoredEntry} sendMutation={sendNowMutation(ACTIVITY)} onSent={onSaved} />
      <EntryForm
        onSubmit={() => {
          whenReady(() => void submit());
        }}
      >
        <div className="grid content-start gap-4 max-nav:flex-1">
          {stored?.fieldProblem != null && <ReplacementField form={form} stored={stored} />}
          <ProductFields form={form} type={type} unit={unit} />
          <TimeFields form={form} isDone={stored?.status === 'done'} />
          {showsSprayFields && <SprayFields form={form} people={people} />}
          <OtherFields form={form} type={type} people={people} />
          {stored ? (
            <>
              <EntryPhotos parent={id} />
              <MorePhotos photos={morePhotos} />
            </>
          ) : (
            <PhotoField parent={id} table="field_activities" max={MAX_PHOTOS} />
          )}
          {showsSprayFields && text.product !== '' && text.mappPcsNo === '' && (
            <Banner tone="warn">You haven't entered the MAPP/PCS number.</Banner>
          )}
          {stored?.status === 'planned' && (
            <DeleteEntry
              title={`Delete this plan for ${stored.fieldName}?`}
              busy={remove.isPending}
              onConfirm={() => remove.mutate([deleteOf(ACTIVITY, account, stored)], { onSuccess: onRemoved })}
            />
          )}
          {stored?.status === 'done' && (
            <StrikeEntry
              name={`this activity on ${stored.fieldName}`}
              busy={strike.isPending}
              onConfirm={() => strike.mutate([strikeOf(ACTIVITY, account, stored, true)])}
            />
          )}
        </div>
        <PhotoWait parent={id} shown={waiting} />
        <SaveDock note={total === null ? undefined : 'In all'} value={total ?? undefined}>
          <SaveButton {...saving(busy, waiting || morePhotos.preparing)}>
            {stored ? 'Save changes' : 'Save activity'}
          </SaveButton>
        </SaveDock>
      </EntryForm>
    </Page>
  );
}

/** "18.6 L", from what is typed so far. */
function totalWords(
  { activityType, rate, rateUnit, areaHa }: ActivityText,
  unit: AreaUnit,
  stored: Activity | null,
  field: FarmField | null,
): string | null {
  const typedRate = decimalIn(rate);
  const area = typedArea(areaHa, unit, stored ? stored.areaHa : (field?.workedAreaHa ?? field?.areaHa ?? null));
  if (
    typedRate === null ||
    area === null ||
    rateUnit === '' ||
    !(appliesProduct(activityType) || activityType === 'irrigation')
  ) {
    return null;
  }
  const total = totalFor(stored, { rate: typedRate, rateUnit, areaHa: area });
  return `${formatQuantity(total)} ${totalUnit(rateUnit)}`;
}
