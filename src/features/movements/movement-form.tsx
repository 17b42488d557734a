import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { localTimeIn } from '@/domain/core/time';
import { manureInWords } from '@/domain/movements/from-job';
import { DIRECTIONS, MANURE_UNIT_WORDS, MANURE_UNITS } from '@/domain/movements/movement';
import { movementTitle } from '@/domain/movements/movement-words';
import type { MovementRules } from '@/domain/movements/movement-rules';
import type { Rules } from '@/domain/rules/rules';
import { forgetDraft, useDraft } from '@/offline/outbox/drafts/draft';
import { insertOf, strikeOf, updateOf } from '@/offline/outbox/record-entries';
import { insertMutation, sendNowMutation, strikeMutation, updateMutation } from '@/offline/outbox/save-entries';
import { MOVEMENT, type Movement, type MovementFields } from '@/records/slurry';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { Banner } from '@/ui/feedback/banner';
import { DateField, TextAreaField, TextField } from '@/ui/forms/field';
import { FormSection } from '@/ui/forms/form-section';
import { NumberField } from '@/ui/forms/number-field';
import { SaveButton } from '@/ui/forms/save-button';
import { SaveDock, EntryForm } from '@/ui/forms/save-dock';
import { Segmented } from '@/ui/forms/segmented';
import { StrikeEntry } from '@/ui/forms/strike-entry';
import { Page } from '@/ui/layout/page';
import { fieldProps } from '@/widgets/field-props';
import { History } from '@/widgets/history/history';
import { EntryProblem } from '@/widgets/unsent/entry-problem';
import { UnstoredEntry } from '@/widgets/unsent/unstored-entry';
import { useUnstoredEntry } from '@/widgets/unsent/use-unstored-entry';
import { movementSchema, movementText, type Context, type MovementText } from './movement-schema';
import { Content, ManureSelect, OtherParty, Transporter } from './movement-sections';
import { MOVEMENTS } from './movement-words';
import type { FromJob } from './use-job';
import { DeadlineLine } from './rule-lines';
import { useSuggestions } from './use-suggestions';

const SHORT_DIRECTIONS = { export: 'Leaves', import: 'Comes in', own: 'Own holdings' } as const;

type Props = {
  rules: Rules;
  movementRules: MovementRules;
  stored: Movement | null;
  from: FromJob | null;
  draft: { id: string; text: Partial<MovementText>; at: number } | null;
  draftKey: string;
  onDiscard: () => void;
};

/** The texts of a new form: those of the job, and the manure that its words name. */
function textFromJob(context: Context, { text, words }: FromJob): Partial<MovementText> {
  const manure = manureInWords(context.rules, words);
  return { ...(manure && { manure: manure.id, unit: manure.unit }), ...text };
}

export function MovementForm({ rules, movementRules, stored, from, draft, draftKey, onDiscard }: Props) {
  const account = useAccount();
  const { zone } = account.settings;
  const isAdmin = account.role === 'admin';
  const today = useToday();
  const navigate = useNavigate();
  const [id] = useState(() => stored?.id ?? draft?.id ?? crypto.randomUUID());
  const context: Context = { today, rules, movementRules, stored };
  const form = useForm<MovementText, unknown, MovementFields>({
    resolver: standardSchemaResolver(movementSchema(context)),
    defaultValues: { ...movementText(context), ...(from && textFromJob(context, from)), ...draft?.text },
  });
  const { control, formState } = form;
  const text = useWatch({ control, compute: (values: MovementText) => values });
  const insert = useMutation(insertMutation(MOVEMENT));
  const update = useMutation(updateMutation(MOVEMENT));
  // Not as a callback of the press: the form goes as soon as the movement is struck out.
  const strike = useMutation({
    ...strikeMutation(MOVEMENT),
    onSuccess: () => void navigate(MOVEMENTS.to, { replace: true }),
  });
  const [unstoredEntry, setUnstoredEntry] = useUnstoredEntry(text);
  const [isSaved, setIsSaved] = useState(false);
  useDraft(account.userId, draftKey, id, isSaved || !(formState.isDirty || draft) ? null : text);
  const props = fieldProps(form);
  const suggestions = useSuggestions();
  const onSaved = () => {
    setIsSaved(true);
    void forgetDraft(account.userId, draftKey).then(() => navigate(MOVEMENTS.to, { replace: true }));
  };
  const submit = form.handleSubmit((values) => {
    if (stored) {
      const edit = updateOf(MOVEMENT, account, stored, values);
      if (edit) update.mutate([edit], { onSuccess: onSaved });
      else onSaved();
      return;
    }
    const fixed = { regime: rules.regime, pForm: rules.phosphorus, workId: from?.workId ?? null };
    // It is sent after its job, which may still be in the outbox.
    const inserted = insertOf(MOVEMENT, account, id, { ...values, ...fixed }, from?.parents);
    const added = { ...inserted, draft: draftKey };
    insert.mutate([added], { onSuccess: onSaved, onError: () => setUnstoredEntry(added) });
  });
  return (
    <Page
      title={stored ? movementTitle(stored) : 'New movement'}
      subtitle={stored ? `Entered by ${stored.createdByName}` : undefined}
      narrow
      back={MOVEMENTS}
      view={stored ? id : 'new'}
    >
      {draft && (
        <Banner tone="note" action={<Button onClick={onDiscard}>Discard</Button>}>
          Restored what you typed at {localTimeIn(zone, new Date(draft.at))}.
        </Banner>
      )}
      <EntryProblem id={id} />
      <UnstoredEntry entry={unstoredEntry} sendMutation={sendNowMutation(MOVEMENT)} onSent={onSaved} />
      <EntryForm onSubmit={() => void submit()}>
        <div className="grid content-start gap-4 max-nav:flex-1">
          <Controller
            control={control}
            name="direction"
            render={({ field }) => (
              <Segmented
                label="Direction"
                big
                options={DIRECTIONS.map((value) => ({ value, label: SHORT_DIRECTIONS[value] }))}
                value={field.value}
                onChange={field.onChange}
              />
            )}
          />
          <ManureSelect form={form} rules={rules} stored={stored} />
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,auto)] items-start gap-3">
            <NumberField
              label="Quantity"
              after={MANURE_UNIT_WORDS[text.unit]}
              hint={from?.otherQuantity ? `The job says ${from.otherQuantity}. Enter how much that was.` : undefined}
              {...props('quantity')}
            />
            <Controller
              control={control}
              name="unit"
              render={({ field }) => (
                <Segmented
                  label="Unit"
                  showLabel
                  options={MANURE_UNITS.map((value) => ({ value, label: MANURE_UNIT_WORDS[value] }))}
                  value={field.value}
                  onChange={field.onChange}
                />
              )}
            />
          </div>
          <DateField label="Date" max={today} {...props('movedOn')} />
          <DeadlineLine context={context} text={text}>
            <DateField
              label="Notify by"
              optional
              hint="No deadline is known for this. If you have one, enter it."
              {...props('notifyBy')}
            />
          </DeadlineLine>
          <OtherParty form={form} direction={text.direction} suggestions={suggestions} />
          <Transporter form={form} suggestions={suggestions} />
          <Content form={form} rules={rules} text={text} pForm={stored?.pForm ?? rules.phosphorus} />
          {isAdmin && (
            <FormSection title="Notified">
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <DateField label="Notified on" optional max={today} {...props('notifiedOn')} />
                <TextField label="Reference" optional autoComplete="off" {...props('notifiedRef')} />
              </div>
            </FormSection>
          )}
          <TextAreaField label="Note" optional {...props('note')} />
          {stored && (
            <StrikeEntry
              name={`this movement of ${stored.manureName}`}
              busy={strike.isPending}
              onConfirm={() => strike.mutate([strikeOf(MOVEMENT, account, stored, true)])}
            />
          )}
        </div>
        <SaveDock>
          <SaveButton busy={insert.isPending || update.isPending}>
            {stored ? 'Save changes' : 'Save movement'}
          </SaveButton>
        </SaveDock>
      </EntryForm>
      {suggestions.datalists}
      {stored && stored.updatedAt !== '' && (
        <History
          of={MOVEMENT}
          id={stored.id}
          name={movementTitle(stored)}
          createdBy={stored.createdByName}
          createdAt={stored.createdAt}
        />
      )}
    </Page>
  );
}
