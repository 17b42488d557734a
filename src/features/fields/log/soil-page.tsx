import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { addSoilTest, soilTestsQuery, strikeSoilTest, updateSoilTest } from '@/data/fields/seasons';
import { decimalIn } from '@/domain/core/money';
import { formatDate, localTimeIn } from '@/domain/core/time';
import { kIndex, pIndex, SOIL_METHOD_WORDS, SOIL_METHODS } from '@/domain/fields/soil';
import { together } from '@/lib/read-state';
import { forgetDraft, useDraft, useStoredDraft } from '@/offline/outbox/drafts/draft';
import type { FarmField } from '@/records/fields';
import type { SoilTest, SoilTestFields } from '@/records/seasons';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField, SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { FormSection, FormActions } from '@/ui/forms/form-section';
import { Card } from '@/ui/layout/card';
import { Page } from '@/ui/layout/page';
import { StruckBanner } from '@/widgets/struck-banner';
import { fieldProps } from '@/widgets/field-props';
import { soilWords } from '@/features/fields/register/field-record';
import { fieldLink, FIELDS } from '@/features/fields/fields-address';
import { NotReady, TwoColumns, SelectOptions } from './form-parts';
import { soilSchema, soilText, type SoilText } from './soil-schema';
import { useFields } from '@/features/fields/use-fields';

/** /fields/:id/soil/new, and /fields/:id/soil/:sid for a stored one. */
export function SoilPage({ fieldId, id }: { fieldId: string; id: string }) {
  // Here, because the form goes once the test is struck out, before it has led back to the field.
  const strike = useMutation(strikeSoilTest);
  const { ownerId, userId } = useAccount();
  const { fields } = useFields();
  const tests = useQuery(soilTestsQuery(ownerId, fieldId));
  const { isDraftLoading, key, draft, discard } = useStoredDraft(userId, `soil:${fieldId}:${id}`);
  const field = fields.data?.find((one) => one.id === fieldId);
  const stored = id === 'new' ? null : tests.data?.find((one) => one.id === id);
  const isMissing = (fields.data && !field) || (tests.data && stored === undefined);
  if (!field || !tests.data || stored === undefined || isDraftLoading)
    return (
      <NotReady
        title="Soil test"
        what={field ? 'soil test' : 'field'}
        back={field ? { to: fieldLink(fieldId, 'soil'), label: field.name } : FIELDS}
        read={together(fields, tests)}
        isLoading={!isMissing}
      />
    );
  if (stored?.struck) return <StruckSoilTest field={field} test={stored} />;
  return (
    <SoilForm
      strike={strike}
      key={draft?.id ?? 'stored'}
      field={field}
      stored={stored}
      // The cast is safe: only this form writes drafts with this name.
      draft={draft && { id: draft.id, text: draft.values as Partial<SoilText>, at: draft.at }}
      draftKey={key}
      onDiscard={discard}
    />
  );
}

/** A soil test that was struck out. */
function StruckSoilTest({ field, test }: { field: FarmField; test: SoilTest }) {
  const { role, canWrite } = useAccount();
  const today = useToday();
  const bringBack = useMutation(strikeSoilTest);
  return (
    <Page title="Soil test" subtitle={field.name} narrow back={{ to: fieldLink(field.id, 'soil'), label: field.name }}>
      <StruckBanner
        record={test}
        busy={bringBack.isPending}
        onBringBack={role === 'admin' && canWrite ? () => bringBack.mutate({ id: test.id, struck: false }) : null}
      />
      <Card className="grid gap-1 p-4">
        <h2 className="text-3">{formatDate(test.sampledOn, today)}</h2>
        <p>{soilWords(test)}</p>
      </Card>
    </Page>
  );
}

function SoilForm({
  strike,
  field,
  stored,
  draft,
  draftKey,
  onDiscard,
}: {
  strike: UseMutationResult<unknown, Error, { id: string; struck: boolean }>;
  field: FarmField;
  stored: SoilTest | null;
  draft: { id: string; text: Partial<SoilText>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
}) {
  const { ownerId, userId, settings } = useAccount();
  const today = useToday();
  const navigate = useNavigate();
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  const usualMethod = settings.region === 'ireland' ? 'morgan' : 'olsen';
  const form = useForm<SoilText, unknown, SoilTestFields>({
    resolver: standardSchemaResolver(soilSchema(today, field.landUse)),
    defaultValues: { ...soilText(stored, today, usualMethod), ...draft?.text },
  });
  const text = useWatch({ control: form.control, compute: (values: SoilText) => values });
  const add = useMutation(addSoilTest);
  const update = useMutation(updateSoilTest);
  const isDone = add.isSuccess || update.isSuccess || strike.isSuccess;
  useDraft(userId, draftKey, id, isDone || !(form.formState.isDirty || draft) ? null : text);
  const props = fieldProps(form);
  const back = { to: fieldLink(field.id, 'soil'), label: field.name };
  const onSuccess = () => {
    void forgetDraft(userId, draftKey).then(() => navigate(back.to, { replace: true }));
  };
  const submit = form.handleSubmit((fields) => {
    if (stored) update.mutate({ id, fields }, { onSuccess });
    else add.mutate({ id, ownerId, fields: { ...fields, fieldId: field.id } }, { onSuccess });
  });
  const p = decimalIn(text.pMgL);
  const k = decimalIn(text.kMgL);
  const indexHint = (index: string | null) => (index === null ? 'From the report.' : `From the value: ${index}.`);
  return (
    <Page title="Soil test" subtitle={field.name} narrow back={back} view={stored ? id : 'new'}>
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(settings.zone, new Date(draft.at))}.
        </Banner>
      )}
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <FormSection title="Sample">
          <TwoColumns>
            <DateField label="Sampled" {...props('sampledOn')} />
            <SelectField label="Method" {...props('method')}>
              <SelectOptions values={SOIL_METHODS} labels={SOIL_METHOD_WORDS} emptyLabel={null} />
            </SelectField>
            <TextField label="Laboratory number" optional autoComplete="off" {...props('labRef')} />
          </TwoColumns>
        </FormSection>
        <FormSection title="Results">
          <TwoColumns>
            <NumberField label="pH" optional {...props('ph')} />
            <NumberField label="Lime" optional after="t/ha" {...props('limeTHa')} />
            <NumberField label="P" optional after="mg/l" {...props('pMgL')} />
            <TextField
              label="P index"
              optional
              autoComplete="off"
              hint={indexHint(p === null ? null : pIndex(text.method, field.landUse, p))}
              {...props('pIndex')}
            />
            <NumberField label="K" optional after="mg/l" {...props('kMgL')} />
            <TextField
              label="K index"
              optional
              autoComplete="off"
              hint={indexHint(k === null ? null : kIndex(text.method, k))}
              {...props('kIndex')}
            />
            <NumberField label="Mg" optional after="mg/l" {...props('mgMgL')} />
            <TextField label="Mg index" optional autoComplete="off" hint="From the report." {...props('mgIndex')} />
            <NumberField label="Organic matter" optional after="%" {...props('omPct')} />
          </TwoColumns>
        </FormSection>
        {stored && (
          <StrikeEntry
            name="this soil test"
            busy={strike.isPending}
            onConfirm={() => strike.mutate({ id, struck: true }, { onSuccess })}
          />
        )}
        <FormActions cancel={back.to} busy={add.isPending || update.isPending} verb="Save soil test" />
      </form>
    </Page>
  );
}
