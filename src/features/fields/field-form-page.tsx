import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { addField, updateField } from '@/data/fields/field-changes';
import { localTimeIn } from '@/domain/core/time';
import { AREA_UNIT_WORDS, typedArea, type AreaUnit } from '@/domain/core/area';
import {
  AREA_SOURCES,
  AREA_SOURCE_WORDS,
  drawnAreaWarning,
  LAND_USES,
  LAND_USE_WORDS,
  PARCEL_SCHEMES,
  PARCEL_SCHEME_WORDS,
  schemeOfRegion,
  SOIL_TYPES,
  SOIL_TYPE_WORDS,
  TENURES,
  TENURE_WORDS,
} from '@/domain/fields/field';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { FarmField } from '@/records/fields';
import { changesTo } from '@/records/record';
import { useAccount } from '@/session/account';
import { NEEDS_SIGNAL, READ_ONLY } from '@/session/disabled-reason';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormSection, FormActions } from '@/ui/forms/form-section';
import { Page } from '@/ui/layout/page';
import { CustomerSelect } from '@/widgets/pickers/customer-select';
import { otherUnit } from '@/features/fields/register/field-record';
import { fieldSchema, fieldText, type FieldInput, type FieldOutput } from './field-schema';
import { fieldLink, FIELDS } from './fields-address';
import { NotReady, TwoColumns, SelectOptions } from '@/features/fields/log/form-parts';
import { useOffline } from '@/lib/online';
import { fieldProps } from '@/widgets/field-props';
import { useFields, useFormUnit } from './use-fields';

/** /fields/new and /fields/:id/edit. Waits for what is stored, so that nothing typed is overwritten. */
export function FieldFormPage({ id }: { id?: string }) {
  const { userId } = useAccount();
  const { fields } = useFields();
  const unit = useFormUnit();
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, `field:${id ?? 'new'}:${unit ?? ''}`);
  const stored = fields.data?.find((field) => field.id === id) ?? null;
  const title = id === undefined ? 'New field' : 'Edit field';
  const isMissing = fields.data !== undefined && id !== undefined && stored === null;
  if (!fields.data || isMissing || isDraftLoading || unit === null)
    return <NotReady title={title} what="field" back={FIELDS} read={fields} isLoading={!isMissing} />;
  return (
    <FieldForm
      key={draft?.id ?? 'stored'}
      title={title}
      stored={stored}
      all={fields.data}
      unit={unit}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft && { id: draft.id, text: draft.values as Partial<FieldInput>, at: draft.at }}
      draftKey={key}
      onDiscard={discard}
    />
  );
}

function FieldForm({
  title,
  stored,
  all,
  unit,
  draft,
  draftKey,
  onDiscard,
}: {
  title: string;
  stored: FarmField | null;
  all: readonly FarmField[];
  unit: AreaUnit;
  draft: { id: string; text: Partial<FieldInput>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
}) {
  const { ownerId, userId, settings, canWrite } = useAccount();
  const navigate = useNavigate();
  const offline = useOffline();
  const add = useMutation(addField);
  const update = useMutation(updateField);
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  // The row that the form began with: possibly this device's copy, which is older than the row in the database.
  const [seen] = useState(stored);
  const form = useForm<FieldInput, unknown, FieldOutput>({
    resolver: standardSchemaResolver(fieldSchema(all, stored, unit)),
    defaultValues: { ...fieldText(stored, unit, schemeOfRegion(settings.region)), ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: FieldInput) => values });
  const isDone = add.isSuccess || update.isSuccess;
  useDraft(userId, draftKey, id, isDone || !(form.formState.isDirty || draft) ? null : text);
  const props = fieldProps(form);
  const back = stored ? { to: fieldLink(stored.id), label: stored.name } : FIELDS;
  const areaHa = typedArea(text.areaHa, unit, stored?.areaHa ?? null);
  const drawnWarning = areaHa === null ? null : drawnAreaWarning(areaHa, stored?.drawnAreaHa ?? null);
  const hasTownlands = settings.region === 'ireland' || settings.region === 'northern_ireland';
  const onSuccess = () => {
    void forgetDraft(userId, draftKey).then(() => navigate(fieldLink(id), { replace: true }));
  };
  const submit = form.handleSubmit((fields) => {
    if (seen) update.mutate({ id, fields: { ...changesTo(seen, fields), name: fields.name } }, { onSuccess });
    else add.mutate({ id, ownerId, fields }, { onSuccess });
  });
  const unitWord = AREA_UNIT_WORDS[unit];
  return (
    <Page title={title} subtitle={stored?.name} narrow back={back} view={title}>
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(settings.zone, new Date(draft.at))}.
        </Banner>
      )}
      {(offline || !canWrite) && <Banner tone="note">{offline ? NEEDS_SIGNAL : READ_ONLY}</Banner>}
      <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
        <FormSection title="Name and area">
          <TextField label="Name" autoComplete="off" {...props('name')} />
          <TwoColumns>
            <NumberField
              label="Area"
              after={unitWord}
              echo={areaHa !== null && areaHa > 0 && `= ${otherUnit(areaHa, unit)}`}
              hint={stored ? undefined : 'Name and area are enough. You can draw it later.'}
              {...props('areaHa')}
            />
            <SelectField label="Area from" {...props('areaSource')}>
              <SelectOptions values={AREA_SOURCES} labels={AREA_SOURCE_WORDS} emptyLabel={null} />
            </SelectField>
            <NumberField
              label="Worked area"
              optional
              after={unitWord}
              hint="Without headlands and corners: what is sprayed."
              {...props('workedAreaHa')}
            />
          </TwoColumns>
          {drawnWarning && <Banner tone="warn">{drawnWarning}</Banner>}
        </FormSection>
        <FormSection title="Land">
          <TwoColumns>
            <SelectField label="Land use" optional {...props('landUse')}>
              <SelectOptions values={LAND_USES} labels={LAND_USE_WORDS} />
            </SelectField>
            <SelectField label="Soil" optional {...props('soilType')}>
              <SelectOptions values={SOIL_TYPES} labels={SOIL_TYPE_WORDS} />
            </SelectField>
            <SelectField label="Parcel scheme" {...props('parcelScheme')}>
              <SelectOptions values={PARCEL_SCHEMES} labels={PARCEL_SCHEME_WORDS} emptyLabel={null} />
            </SelectField>
            <TextField label="Parcel" optional autoComplete="off" autoCapitalize="characters" {...props('parcelRef')} />
            {hasTownlands && <TextField label="Townland" optional autoComplete="off" {...props('townland')} />}
            {hasTownlands && <TextField label="County" optional autoComplete="off" {...props('county')} />}
          </TwoColumns>
          <CheckField label="Counts for stocking rate, nutrients and storage" {...props('eligible')} />
          <CheckField label="Sandy or shallow soil" {...props('soilIsSandyShallow')} />
          <CheckField label="In a Nitrate Vulnerable Zone" {...props('inNvz')} />
        </FormSection>
        <FormSection title="Whose land">
          <Controller
            control={form.control}
            name="customer"
            render={({ field, fieldState }) => (
              <CustomerSelect
                label="Customer"
                hint="Empty for your own land."
                value={field.value}
                error={fieldState.error?.message}
                inputRef={field.ref}
                onChange={field.onChange}
              />
            )}
          />
          <TwoColumns>
            <SelectField label="Tenure" optional {...props('tenure')}>
              <SelectOptions values={TENURES} labels={TENURE_WORDS} />
            </SelectField>
            <DateField label="Agreement from" optional {...props('rentFrom')} />
            <DateField label="Agreement to" optional {...props('rentTo')} />
          </TwoColumns>
        </FormSection>
        <FormSection title="Hazards and water">
          <TextAreaField
            label="Hazards"
            optional
            hint="Power lines, wet places, badger setts. Your crew sees this at the gate."
            {...props('hazards')}
          />
          <CheckField label="A ditch, stream or well is near" {...props('nearWater')} />
          <TwoColumns>
            <NumberField label="Buffer" optional after="m" {...props('bufferM')} />
            <NumberField label="Slope" optional after="%" {...props('slopePct')} />
          </TwoColumns>
          <TextAreaField label="Notes" optional {...props('notes')} />
        </FormSection>
        <FormActions cancel={back.to} busy={add.isPending || update.isPending} verb="Save field" />
      </form>
    </Page>
  );
}
