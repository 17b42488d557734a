import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { addSeason, deleteSeason, seasonsQuery, updateSeason } from '@/data/fields/seasons';
import { localTimeIn } from '@/domain/core/time';
import { optionalDate } from '@/domain/core/typed';
import { previousCrop } from '@/domain/fields/season';
import { together } from '@/lib/read-state';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { FarmField } from '@/records/fields';
import { SEASON, type Season, type SeasonFields } from '@/records/seasons';
import { useAccount } from '@/session/account';
import { Button, ButtonLink } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DeleteEntry } from '@/ui/forms/delete-entry';
import { DateField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { FormSection, FormActions } from '@/ui/forms/form-section';
import { Page } from '@/ui/layout/page';
import { formOf } from '@/widgets/record-form';
import { fieldProps } from '@/widgets/field-props';
import { fieldLink, FIELDS } from '@/features/fields/fields-address';
import { NotReady, TwoColumns } from './form-parts';
import { useFields } from '@/features/fields/use-fields';

const seasonForm = formOf(SEASON);
const seasonSchema = v.pipe(
  v.object({
    ...seasonForm.entries,
    crop: v.pipe(seasonForm.entries.crop, v.nonEmpty('Name the crop.')),
    sownOn: optionalDate(),
    harvestedOn: optionalDate(),
  }),
  v.forward(
    v.check(
      ({ sownOn, harvestedOn }) => sownOn === null || harvestedOn === null || harvestedOn >= sownOn,
      'The harvest is before the sowing.',
    ),
    ['harvestedOn'],
  ),
);
type SeasonText = InferInput<typeof seasonSchema>;
const MAX_CROPS = 5;

/** /fields/:id/season/:year: the crop of a year; ?crop=2 is the second one. */
export function SeasonPage({ fieldId, year }: { fieldId: string; year: string }) {
  const { ownerId, userId } = useAccount();
  const [params] = useSearchParams();
  const { fields } = useFields();
  const seasons = useQuery(seasonsQuery(ownerId, fieldId));
  const seasonYear = /^(19[5-9]\d|20\d\d|21\d\d)$/.test(year) ? Number(year) : null;
  const sequence = Math.min(MAX_CROPS, Math.max(1, Number(params.get('crop')) || 1));
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, `season:${fieldId}:${year}:${sequence}`);
  const field = fields.data?.find((one) => one.id === fieldId);
  const isMissing = seasonYear === null || (fields.data !== undefined && !field);
  if (!field || !seasons.data || seasonYear === null || isDraftLoading)
    return (
      <NotReady
        title="Crop"
        what={field ? 'season' : 'field'}
        back={field ? { to: fieldLink(fieldId, 'crops'), label: field.name } : FIELDS}
        read={together(fields, seasons)}
        isLoading={!isMissing}
      />
    );
  const ofYear = seasons.data.filter((one) => one.seasonYear === seasonYear);
  return (
    <SeasonForm
      key={`${sequence} ${draft?.id ?? ''}`}
      field={field}
      seasonYear={seasonYear}
      sequence={sequence}
      stored={ofYear.find((one) => one.sequence === sequence) ?? null}
      previousCrop={previousCrop(seasons.data, { seasonYear, sequence })}
      mayAdd={ofYear.length > 0 && ofYear.length < MAX_CROPS && sequence <= ofYear.length}
      nextSequence={ofYear.length + 1}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft && { id: draft.id, text: draft.values as Partial<SeasonText>, at: draft.at }}
      draftKey={key}
      onDiscard={discard}
    />
  );
}

function SeasonForm({
  field,
  seasonYear,
  sequence,
  stored,
  previousCrop,
  mayAdd,
  nextSequence,
  draft,
  draftKey,
  onDiscard,
}: {
  field: FarmField;
  seasonYear: number;
  sequence: number;
  stored: Season | null;
  previousCrop: string;
  mayAdd: boolean;
  nextSequence: number;
  draft: { id: string; text: Partial<SeasonText>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
}) {
  const { ownerId, userId, settings } = useAccount();
  const navigate = useNavigate();
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  const form = useForm<SeasonText, unknown, SeasonFields>({
    resolver: standardSchemaResolver(seasonSchema),
    defaultValues: {
      ...seasonForm.textsOf(stored),
      ...(!stored && { previousCrop }),
      ...draft?.text,
    },
  });
  const text = useWatch({ control: form.control, compute: (values: SeasonText) => values });
  const add = useMutation(addSeason);
  const update = useMutation(updateSeason);
  const remove = useMutation(deleteSeason);
  const isDone = add.isSuccess || update.isSuccess || remove.isSuccess;
  useDraft(userId, draftKey, id, isDone || !(form.formState.isDirty || draft) ? null : text);
  const props = fieldProps(form);
  const back = { to: fieldLink(field.id, 'crops'), label: field.name };
  const onSuccess = () => {
    void forgetDraft(userId, draftKey).then(() => navigate(back.to, { replace: true }));
  };
  const submit = form.handleSubmit((fields) => {
    if (stored) update.mutate({ id, fields }, { onSuccess });
    else add.mutate({ id, ownerId, fields: { ...fields, fieldId: field.id, seasonYear, sequence } }, { onSuccess });
  });
  const yearLink = (year: number) => `/fields/${field.id}/season/${year}`;
  return (
    <Page
      title={`Crop of ${seasonYear}${sequence > 1 ? `, number ${sequence}` : ''}`}
      subtitle={field.name}
      narrow
      back={back}
      view={`${seasonYear} ${sequence}`}
    >
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(settings.zone, new Date(draft.at))}.
        </Banner>
      )}
      <p className="flex flex-wrap gap-2">
        <ButtonLink to={yearLink(seasonYear - 1)}>{seasonYear - 1}</ButtonLink>
        <ButtonLink to={yearLink(seasonYear + 1)}>{seasonYear + 1}</ButtonLink>
        {mayAdd && (
          <ButtonLink to={`${yearLink(seasonYear)}?crop=${nextSequence}`}>
            <Plus aria-hidden="true" />
            Another crop in {seasonYear}
          </ButtonLink>
        )}
      </p>
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <FormSection title="Crop">
          <TwoColumns>
            <TextField label="Crop" autoComplete="off" {...props('crop')} />
            <TextField label="Variety" optional autoComplete="off" {...props('variety')} />
            <DateField label="Sown" optional {...props('sownOn')} />
            <NumberField label="Seed rate" optional after="kg/ha" {...props('seedRateKgHa')} />
            <TextField label="Previous crop" optional autoComplete="off" {...props('previousCrop')} />
            <NumberField label="Target yield" optional after="t/ha" {...props('targetYieldTHa')} />
            <DateField label="Harvested" optional {...props('harvestedOn')} />
          </TwoColumns>
        </FormSection>
        {stored && (
          <DeleteEntry
            title={`Delete the crop of ${seasonYear}?`}
            busy={remove.isPending}
            onConfirm={() => remove.mutate(id, { onSuccess })}
          />
        )}
        <FormActions cancel={back.to} busy={add.isPending || update.isPending} verb="Save crop" />
      </form>
    </Page>
  );
}
