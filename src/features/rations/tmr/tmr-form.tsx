import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Trash2 } from 'lucide-react';
import { useForm, useWatch, type FieldPath, type UseFormReturn } from 'react-hook-form';
import { decimalIn } from '@/domain/core/money';
import { NO_INGREDIENTS, type MixFeed } from '@/domain/rations/feed';
import { costFacts, rationFacts } from '@/domain/rations/mix-words';
import { DEFAULT_RATE, hasSamePlaces, rationOf, SAME_PLACE } from '@/domain/rations/tmr';
import { FactList } from '@/features/rations/mix/fact-list';
import { FeedSelect, type FeedOption } from '@/features/rations/mix/feed-select';
import type { MixFormProps } from '@/features/rations/mix/mix-editor';
import { Ingredients, MixForm } from '@/features/rations/mix/mix-form';
import { useRows } from '@/features/rations/mix/use-rows';
import type { TmrMixFields } from '@/records/rations/tmr-mixes';
import { useAccount } from '@/session/account';
import { IconButton } from '@/ui/button';
import { DateField, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Card, CardHead } from '@/ui/layout/card';
import { newItem, tmrSchema, type TmrText } from './tmr-schema';

type Form = UseFormReturn<TmrText, unknown, TmrMixFields>;

/** The editor of a mix: for whom it is, the ingredients in loading order, and what they add up to. */
export function TmrForm({
  initialValues,
  feeds,
  options,
  onSave,
  ...saving
}: MixFormProps<TmrMixFields> & { initialValues: TmrText }) {
  const form: Form = useForm<TmrText, unknown, TmrMixFields>({
    resolver: standardSchemaResolver(tmrSchema(feeds)),
    defaultValues: initialValues,
  });
  const { register, formState, setValue, getValues } = form;
  const { errors } = formState;
  const field = (name: Exclude<FieldPath<TmrText>, `items${string}`>) => ({
    ...register(name),
    error: errors[name]?.message,
  });
  const rows = useRows(
    () => getValues('items'),
    (items) => setValue('items', items, { shouldDirty: true, shouldValidate: formState.isSubmitted }),
    (items) => newItem(1 + Math.max(0, ...items.map(({ order }) => Number(order) || 0))),
  );
  // Computed here, because the form checks the list as a whole only when it is saved.
  const places = useWatch({ control: form.control, name: 'items' }).flatMap(({ order }) => amount(order) ?? []);
  const itemsError =
    rows.keys.length === 0
      ? formState.isSubmitted
        ? NO_INGREDIENTS
        : null
      : hasSamePlaces(places)
        ? SAME_PLACE
        : null;
  return (
    <MixForm {...saving} onSubmit={form.handleSubmit(onSave)}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" {...field('name')} />
        <TextField label="Group" optional autoComplete="off" hint="Such as High yielders." {...field('groupName')} />
        <NumberField label="Head count" inputMode="numeric" {...field('headCount')} />
        <DateField label="Fed from" optional {...field('validFrom')} />
      </div>
      <Ingredients rows={rows} error={itemsError}>
        {(index) => (
          <Ingredient form={form} index={index} options={options} feeds={feeds} onRemove={() => rows.remove(index)} />
        )}
      </Ingredients>
      <Card className="overflow-clip">
        <CardHead title="One head a day" />
        <Result form={form} feeds={feeds} />
      </Card>
      <Card className="grid gap-3 p-4 sm:grid-cols-2">
        <NumberField label="Feed rate" after="%" hint="103 feeds 3 % more, for refusals." {...field('feedRatePct')} />
        <NumberField label="Feeds a day" inputMode="numeric" {...field('feedsPerDay')} />
        <NumberField label="Wagon holds" optional after="kg" {...field('wagonCapacityKg')} />
        <NumberField label="Round the scale to" after="kg" {...field('roundingKg')} />
        <NumberField label="Target dry matter" optional after="kg" {...field('targetDmKg')} />
        <NumberField label="Target energy" optional after="MJ" {...field('targetMeMj')} />
        <NumberField label="Target protein" optional after="% of DM" {...field('targetCpPct')} />
      </Card>
      <TextAreaField label="Notes" optional rows={3} {...field('notes')} />
    </MixForm>
  );
}

function Ingredient({
  form: { register, formState, control },
  index,
  options,
  feeds,
  onRemove,
}: {
  form: Form;
  index: number;
  options: readonly FeedOption[];
  feeds: ReadonlyMap<string, MixFeed>;
  onRemove: () => void;
}) {
  const errors = formState.errors.items?.[index];
  const chosen = feeds.get(useWatch({ control, name: `items.${index}.feed` }));
  const name = `Ingredient ${index + 1}`;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-2">
        <FeedSelect options={options} error={errors?.feed?.message} {...register(`items.${index}.feed`)} />
        <IconButton label={`Remove ${chosen?.name ?? name}`} className="mt-6" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          label="For a head"
          after="kg"
          error={errors?.fresh?.message}
          {...register(`items.${index}.fresh`)}
        />
        <NumberField
          label="Place in loading order"
          inputMode="numeric"
          error={errors?.order?.message}
          {...register(`items.${index}.order`)}
        />
        <NumberField
          label="Then mix"
          optional
          after="min"
          inputMode="numeric"
          error={errors?.minutes?.message}
          {...register(`items.${index}.minutes`)}
        />
        <TextField
          label="Note"
          optional
          autoComplete="off"
          error={errors?.note?.message}
          {...register(`items.${index}.note`)}
        />
      </div>
    </fieldset>
  );
}

const amount = (text: string, percent = false) => {
  const value = decimalIn(text, { percent });
  return value !== null && value > 0 ? value : null;
};

/** The ration as typed so far; ingredients that are not complete are left out. */
function Result({ form: { control }, feeds }: { form: Form; feeds: ReadonlyMap<string, MixFeed> }) {
  const { currency } = useAccount().settings;
  const [items, heads, rate] = useWatch({ control, name: ['items', 'headCount', 'feedRatePct'] });
  const ration = rationOf(
    items.flatMap(({ feed, fresh }) => {
      const [copy, kg] = [feeds.get(feed), amount(fresh)];
      return copy && kg !== null ? [{ ...copy, fresh: kg }] : [];
    }),
  );
  if (!ration) return <p className="hint p-4">Choose feeds and enter kg to see what a head gets.</p>;
  const headCount = Math.max(1, Math.floor((amount(heads) ?? 0) / 10_000));
  return (
    <FactList
      facts={[
        ...rationFacts(ration, { targetDmKg: null, targetMeMj: null, targetCpPct: null }),
        ...costFacts(ration, { headCount, feedRatePct: amount(rate, true) ?? DEFAULT_RATE }, currency),
      ]}
    />
  );
}
