import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { checklistsQuery } from '@/data/checklists/checklists';
import { addComplianceItems, deleteComplianceItem, updateComplianceItem } from '@/data/compliance/compliance-changes';
import { AUTO_WORDS, BY_WORDS, CATEGORY_WORDS, RECURRENCE_WORDS } from '@/domain/compliance/compliance-words';
import { AUTO_SOURCES } from '@/domain/compliance/duties';
import { CATEGORIES, RECURRENCES, REQUIRED_BY } from '@/domain/compliance/item';
import { COMPLIANCE_ITEM, type ComplianceItem, type ComplianceItemFields } from '@/records/compliance';
import { useAccount } from '@/session/account';
import { CheckField } from '@/ui/forms/check-field';
import { DateField, SelectField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { DeleteInForm } from '@/ui/popups/delete-in-form';
import { FormDialog } from '@/ui/popups/form-dialog';
import { formOf } from '@/widgets/record-form';
import type { ShownItem } from './use-center';
import { usePeople } from './use-people';

const itemForm = formOf(COMPLIANCE_ITEM);

const itemSchema = v.pipe(
  v.object({
    ...itemForm.entries,
    title: v.pipe(itemForm.entries.title, v.nonEmpty('Give the item a name.')),
    guidanceUrl: v.pipe(
      itemForm.entries.guidanceUrl,
      v.check((url) => url === null || /^https?:\/\/\S+$/.test(url), 'The address must begin with https://.'),
    ),
    doesNotApply: v.boolean(),
  }),
  v.forward(
    v.check(
      ({ recurrence, customMonths }) => recurrence !== 'custom_months' || customMonths !== null,
      'Say after how many months it is due again.',
    ),
    ['customMonths'],
  ),
  v.forward(
    v.check(
      ({ doesNotApply, notApplicableReason }) => !doesNotApply || notApplicableReason !== null,
      'Say why this does not apply.',
    ),
    ['notApplicableReason'],
  ),
  v.transform(({ doesNotApply, ...item }): ComplianceItemFields => ({
    ...item,
    customMonths: item.recurrence === 'custom_months' ? item.customMonths : null,
    notApplicableReason: doesNotApply ? item.notApplicableReason : null,
  })),
);
type ItemText = InferInput<typeof itemSchema>;

const NEW_ITEM = {
  category: 'other',
  requiredBy: 'own',
  recurrence: 'annual',
  leadDays: '30',
  evidenceRequired: true,
} satisfies Partial<ItemText>;

const textOf = (item: ComplianceItem | null): ItemText => ({
  ...itemForm.textsOf(item),
  ...(!item && NEW_ITEM),
  doesNotApply: item?.notApplicableReason != null,
});

/** The checklists to choose from, always with the item's own (`stored`), even if it is gone or nothing is loaded. */
function useChecklists(stored: string | null): readonly { source: string; label: string }[] {
  const { data } = useQuery(checklistsQuery(useAccount()));
  const checklists = (data ?? []).map(({ id, name }) => ({ source: `checklist:${id}`, label: `Checklist: ${name}` }));
  if (!stored?.startsWith('checklist:') || checklists.some(({ source }) => source === stored)) return checklists;
  return [...checklists, { source: stored, label: data ? 'A checklist that is not there any more' : 'A checklist' }];
}

/** Adds an item of the farm's own, or changes any item. */
export function ItemDialog({ item: shown, onClose }: { item: ShownItem | null; onClose: () => void }) {
  const { ownerId } = useAccount();
  const item = shown?.item ?? null;
  const people = usePeople({ id: item?.responsibleId ?? null, name: null });
  const checklists = useChecklists(item?.autoSource ?? null);
  const add = useMutation(addComplianceItems);
  const update = useMutation(updateComplianceItem);
  const [id] = useState(() => item?.id ?? crypto.randomUUID());
  const form = useForm<ItemText, unknown, ComplianceItemFields>({
    resolver: standardSchemaResolver(itemSchema),
    defaultValues: textOf(item),
  });
  const { errors } = form.formState;
  const field = (name: keyof ItemText) => ({ ...form.register(name), error: errors[name]?.message });
  const [recurrence, doesNotApply] = useWatch({ control: form.control, name: ['recurrence', 'doesNotApply'] });
  return (
    <FormDialog
      title={item ? 'Change the item' : 'Add an item of your own'}
      wide
      verb="Save"
      busy={add.isPending || update.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (item) update.mutate({ id, ownerId, fields: values }, { onSuccess: onClose });
        else add.mutate({ ownerId, items: [{ ...values, id, duty: null }] }, { onSuccess: onClose });
      })}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" placeholder="Fire extinguishers serviced" {...field('title')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Area" {...field('category')}>
          {CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {CATEGORY_WORDS[one]}
            </option>
          ))}
        </SelectField>
        <SelectField label="Asked for by" {...field('requiredBy')}>
          {REQUIRED_BY.map((one) => (
            <option key={one} value={one}>
              {BY_WORDS[one]}
            </option>
          ))}
        </SelectField>
        <DateField label="First due" optional {...field('dueOn')} />
        <SelectField label="Due again" {...field('recurrence')}>
          {RECURRENCES.map((one) => (
            <option key={one} value={one}>
              {one === 'none' ? 'Not again' : RECURRENCE_WORDS[one]}
            </option>
          ))}
        </SelectField>
        {recurrence === 'custom_months' && (
          <NumberField label="Every" after="months" inputMode="numeric" {...field('customMonths')} />
        )}
        {recurrence !== 'none' && (
          <SelectField
            label="Counted from"
            hint="A date of the law does not move; a test counts from its day."
            {...field('recurrenceAnchor')}
          >
            <option value="due_date">The due date</option>
            <option value="done_date">The day it was done</option>
          </SelectField>
        )}
        <NumberField label="Remind me before" after="days" inputMode="numeric" {...field('leadDays')} />
        <SelectField label="Who sees to it" optional {...field('responsibleId')}>
          <option value="">Nobody yet</option>
          {people.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        <NumberField
          label="Keep the evidence"
          optional
          after="months"
          inputMode="numeric"
          hint="5 years are 60 months."
          {...field('keepMonths')}
        />
        <SelectField label="Evidence from the app" optional {...field('autoSource')}>
          <option value="">None</option>
          {AUTO_SOURCES.map((one) => (
            <option key={one} value={one}>
              {AUTO_WORDS[one]}
            </option>
          ))}
          {checklists.map(({ source, label }) => (
            <option key={source} value={source}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <CheckField
        label="Needs evidence"
        hint="A note, a number, a date or a photo before it counts as done."
        {...form.register('evidenceRequired')}
      />
      <TextAreaField label="Guidance" optional rows={2} {...field('guidance')} />
      <TextField
        label="Where the rule is"
        optional
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        {...field('guidanceUrl')}
      />
      <CheckField label="Does not apply to this farm" {...form.register('doesNotApply')} />
      {doesNotApply && <TextField label="Why it does not apply" {...field('notApplicableReason')} />}
      {item && <DeleteItem item={item} onClose={onClose} />}
    </FormDialog>
  );
}

/** Deletes an item. The database refuses to while evidence of the item has to be kept. */
function DeleteItem({ item: { id, title }, onClose }: { item: ComplianceItem; onClose: () => void }) {
  const { ownerId } = useAccount();
  const navigate = useNavigate();
  const remove = useMutation(deleteComplianceItem);
  const deleted = () => {
    onClose();
    void navigate('/compliance-center', { replace: true });
  };
  return (
    <DeleteInForm
      label="Take it off the list"
      verb="Take off"
      busy={remove.isPending}
      onDelete={() => remove.mutate({ id, ownerId }, { onSuccess: deleted })}
    >
      Take {title} off the list? Its evidence goes too. This can&apos;t be undone.
    </DeleteInForm>
  );
}
