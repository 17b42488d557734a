import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { FieldSummary } from '@/data/fields/fields';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { mayEdit } from '@/domain/fields/activity';
import { AREA_UNIT_WORDS, type AreaUnit } from '@/domain/core/area';
import { HARVEST_UNIT_WORDS, HARVEST_UNITS } from '@/domain/fields/harvest';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import { insertOf, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import {
  bringBackMutation,
  insertMutation,
  sendNowMutation,
  strikeMutation,
  updateMutation,
} from '@/offline/outbox/save-entries';
import { HARVEST, type Harvest, type HarvestFields } from '@/records/field-activities';
import type { FarmField } from '@/records/fields';
import { useAccount } from '@/session/account';
import { useNow, useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Segmented } from '@/ui/forms/segmented';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { Hazards } from '@/widgets/customer-hazards';
import { FieldSelect } from '@/widgets/pickers/field-select';
import { StruckBanner } from '@/widgets/struck-banner';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { fieldProps } from '@/widgets/field-props';
import { ReadOnly } from './activity-page';
import { harvestWords } from '@/features/fields/register/field-record';
import { fieldLink, FIELDS, UNKNOWN_FIELD } from '@/features/fields/fields-address';
import { NotReady, TwoColumns } from './form-parts';
import { harvestSchema, harvestText, type HarvestText } from './harvest-schema';
import { useHarvest } from './use-field-entries';
import { useHarvestIntervals } from './use-harvest-intervals';
import { useFields, useFormUnit } from '@/features/fields/use-fields';

/** /fields/:id/harvest/new, and /fields/:id/harvest/:hid for a stored one. */
export function HarvestPage({ fieldId, id }: { fieldId: string; id: string }) {
  const account = useAccount();
  const now = useNow();
  const isNew = id === 'new';
  const unit = useFormUnit();
  const { fields, summaries, summariesReady } = useFields();
  const { shown, query } = useHarvest(fieldId, isNew ? NO_ID : id);
  const { isDraftLoading, key, draft, discard } = useStoredDraft(
    account.userId,
    `harvest:${isNew ? fieldId : id}:${unit ?? ''}`,
  );
  const row = isNew ? null : (shown?.row ?? null);
  const currentFieldId = row?.fieldId ?? (fieldId === UNKNOWN_FIELD ? null : fieldId);
  const field = fields.data?.find((one) => one.id === currentFieldId) ?? null;
  const back = field ? { to: fieldLink(field.id, 'crops'), label: field.name } : FIELDS;
  const isMissing = isNew ? fields.data !== undefined && !field : query.data === null && !row;
  if (isDraftLoading || unit === null || !summariesReady || fields.isPending || isMissing || (!isNew && !row))
    return (
      <NotReady
        title="Harvest"
        what={isNew ? 'field' : 'harvest'}
        back={back}
        read={isNew || row ? fields : query}
        isLoading={!isMissing}
      />
    );
  if (isNew && !account.canWrite) return <ReadOnly title="Harvest" back={back} />;
  if (row && (row.struck || !mayEdit(account, row, now))) return <ReadHarvest harvest={row} back={back} />;
  return (
    <HarvestForm
      key={draft?.id ?? 'stored'}
      field={field}
      unit={unit}
      stored={row}
      summary={field ? (summaries.get(field.id) ?? null) : null}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft && { id: draft.id, text: draft.values as Partial<HarvestText>, at: draft.at }}
      draftKey={key}
      onDiscard={discard}
      back={back}
    />
  );
}

/** An id that no harvest has: `useHarvest` finds nothing for a new harvest. */
const NO_ID = '00000000-0000-4000-8000-000000000000';

function ReadHarvest({ harvest, back }: { harvest: Harvest; back: { to: string; label: string } }) {
  const account = useAccount();
  const today = useToday();
  const maySave = mayEdit(account, harvest, useNow());
  const bringBack = useMutation(bringBackMutation(HARVEST));
  return (
    <Page title={`Harvest of ${harvest.product}`} subtitle={harvest.fieldName} narrow back={back} view={harvest.id}>
      <EntryProblem id={harvest.id} />
      {harvest.struck && (
        <StruckBanner
          record={harvest}
          busy={bringBack.isPending}
          onBringBack={maySave ? () => bringBack.mutate([strikeOf(HARVEST, account, harvest, false)]) : null}
        />
      )}
      <Card className="grid gap-1 p-4">
        <p>{harvestWords(harvest)}</p>
        <p>
          {[formatDate(harvest.harvestedOn, today), harvest.store && `stored in ${harvest.store}`]
            .filter(Boolean)
            .join(', ')}
        </p>
        {harvest.notes && <p className="whitespace-pre-line wrap-anywhere">{harvest.notes}</p>}
        <p className="text-2 text-muted">Entered by {harvest.createdByName}</p>
      </Card>
    </Page>
  );
}

function HarvestForm({
  field,
  unit,
  stored,
  summary,
  draft,
  draftKey,
  onDiscard,
  back,
}: {
  field: FarmField | null;
  unit: AreaUnit;
  stored: Harvest | null;
  summary: FieldSummary | null;
  draft: { id: string; text: Partial<HarvestText>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
  back: { to: string; label: string };
}) {
  const account = useAccount();
  const { zone } = account.settings;
  const today = useToday();
  const navigate = useNavigate();
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  const intervals = useHarvestIntervals(field?.id ?? null);
  const schema = harvestSchema({ today, unit, field, stored, intervals });
  const form = useForm<HarvestText, unknown, HarvestFields>({
    resolver: standardSchemaResolver(schema),
    defaultValues: { ...harvestText(stored, field, { unit, today, crop: summary?.crop ?? null }), ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: HarvestText) => values });
  const insert = useMutation(insertMutation(HARVEST));
  const update = useMutation(updateMutation(HARVEST));
  // Not as a callback of the press: the form goes as soon as the harvest is struck out.
  const strike = useMutation({
    ...strikeMutation(HARVEST),
    onSuccess: () => void navigate(back.to, { replace: true }),
  });
  const [unstoredEntry, setUnstoredEntry] = useUnstoredEntry(text);
  const [isSaved, setIsSaved] = useState(false);
  useDraft(account.userId, draftKey, id, isSaved || !(form.formState.isDirty || draft) ? null : text);
  const props = fieldProps(form);
  const onSaved = () => {
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => navigate(back.to, { replace: true }));
  };
  const submit = form.handleSubmit((values) => {
    if (stored) {
      const edit = updateOf(HARVEST, account, stored, values);
      if (edit) update.mutate([edit], { onSuccess: onSaved });
      else onSaved();
      return;
    }
    const inserted = insertOf(HARVEST, account, id, { ...values, fieldName: field?.name ?? '' });
    const added = { ...inserted, draft: draftKey };
    insert.mutate([added], { onSuccess: onSaved, onError: () => setUnstoredEntry(added) });
  });
  return (
    <Page title="Harvest" subtitle={field?.name ?? stored?.fieldName} narrow back={back} view={stored ? id : 'new'}>
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(zone, new Date(draft.at))}.
        </Banner>
      )}
      {field?.hazards != null && <Hazards text={field.hazards} />}
      <EntryProblem id={id} />
      <UnstoredEntry entry={unstoredEntry} sendMutation={sendNowMutation(HARVEST)} onSent={onSaved} />
      <EntryForm onSubmit={() => void submit()}>
        <div className="grid content-start gap-4 max-nav:flex-1">
          {stored?.fieldProblem != null && (
            <Controller
              control={form.control}
              name="fieldId"
              render={({ field: control }) => (
                <FieldSelect
                  label="Field"
                  hint="The field was not in use when this arrived. Choose the right one."
                  value={control.value || null}
                  onChange={(chosen) => control.onChange(chosen ?? '')}
                />
              )}
            />
          )}
          <TextField label="Harvested" hint="Wheat, silage, hay, straw." autoComplete="off" {...props('product')} />
          <NumberField label="Quantity" {...props('quantity')} />
          <Controller
            control={form.control}
            name="unit"
            render={({ field: control }) => (
              <Segmented
                label="Unit"
                big
                options={HARVEST_UNITS.map((value) => ({ value, label: HARVEST_UNIT_WORDS[value] }))}
                value={control.value}
                onChange={control.onChange}
              />
            )}
          />
          <DateField label="Date" {...props('harvestedOn')} />
          <MeasuredFields form={form} unit={unit} isInBales={text.unit === 'bales'} />
          <TextAreaField label="Notes" optional {...props('notes')} />
          {stored && (
            <StrikeEntry
              name={`this harvest of ${stored.product}`}
              busy={strike.isPending}
              onConfirm={() => strike.mutate([strikeOf(HARVEST, account, stored, true)])}
            />
          )}
        </div>
        <SaveDock>
          <SaveButton busy={insert.isPending || update.isPending}>
            {stored ? 'Save changes' : 'Save harvest'}
          </SaveButton>
        </SaveDock>
      </EntryForm>
    </Page>
  );
}

/** What was measured of the harvest, all optional. */
function MeasuredFields({
  form,
  unit,
  isInBales,
}: {
  form: UseFormReturn<HarvestText, unknown, HarvestFields>;
  unit: AreaUnit;
  isInBales: boolean;
}) {
  const props = fieldProps(form);
  return (
    <TwoColumns>
      <NumberField label="Moisture" optional after="%" {...props('moisturePct')} />
      {isInBales && <NumberField label="Weight of a bale" optional after="kg" {...props('baleKg')} />}
      <NumberField label="Area" optional after={AREA_UNIT_WORDS[unit]} {...props('areaHa')} />
      <TextField label="Stored in" optional autoComplete="off" {...props('store')} />
      <NumberField label="Protein" optional after="%" {...props('protein')} />
      <NumberField label="Specific weight" optional after="kg/hl" {...props('specificWeight')} />
      <NumberField label="Dry matter" optional after="%" {...props('dryMatter')} />
    </TwoColumns>
  );
}
