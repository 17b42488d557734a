import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { Trash2 } from 'lucide-react';
import { useForm, useWatch, type FieldPath, type UseFormReturn } from 'react-hook-form';
import { decimalIn, toInputText, ZERO } from '@/domain/core/money';
import { NO_INGREDIENTS, type MixFeed } from '@/domain/rations/feed';
import { inclusionProblem, mealTotals, scaledTo100 } from '@/domain/rations/meal';
import { mealFacts, moneyWords } from '@/domain/rations/mix-words';
import { FactList } from '@/features/rations/mix/fact-list';
import { FeedSelect } from '@/features/rations/mix/feed-select';
import type { MixFormProps } from '@/features/rations/mix/mix-editor';
import { Ingredients, MixForm } from '@/features/rations/mix/mix-form';
import { useRows } from '@/features/rations/mix/use-rows';
import type { MealMixFields } from '@/records/rations/meal-mixes';
import { useAccount } from '@/session/account';
import { Button, IconButton } from '@/ui/button';
import { FieldError, TextAreaField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { Card, CardHead } from '@/ui/layout/card';
import { mealSchema, newItem, type MealText } from './meal-schema';

type Form = UseFormReturn<MealText, unknown, MealMixFields>;
type Feeds = ReadonlyMap<string, MixFeed>;

const UNITS = [
  { value: 'kg', label: 'kg' },
  { value: 't', label: 'tonnes' },
] as const;

const amount = (text: string) => decimalIn(text, { decimals: 3, percent: true }) ?? ZERO;

/** The editor of a meal mix: inclusions in %, and what they add up to. */
export function MealForm({
  initialValues,
  feeds,
  options,
  onSave,
  ...saving
}: MixFormProps<MealMixFields> & { initialValues: MealText }) {
  const form: Form = useForm<MealText, unknown, MealMixFields>({
    resolver: standardSchemaResolver(mealSchema(feeds)),
    defaultValues: initialValues,
  });
  const { register, formState, setValue, getValues, control } = form;
  const { errors } = formState;
  const field = (name: Exclude<FieldPath<MealText>, `items${string}`>) => ({
    ...register(name),
    error: errors[name]?.message,
  });
  const setItems = (items: MealText['items']) =>
    setValue('items', items, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const rows = useRows(() => getValues('items'), setItems, newItem);
  const [unit, items] = useWatch({ control, name: ['batchUnit', 'items'] });
  const shares = items.map(({ pct }) => amount(pct));
  const problem = inclusionProblem(shares);
  const scale = () =>
    setItems(scaledTo100(shares).map((pct, at) => ({ feed: items[at]?.feed ?? '', pct: toInputText(pct) })));
  return (
    <MixForm {...saving} onSubmit={form.handleSubmit(onSave)}>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField label="Name" autoComplete="off" {...field('name')} />
        <TextField label="Kind of stock" optional autoComplete="off" {...field('stockClass')} />
        <NumberField label="Batch size" {...field('batchSize')} />
        <Segmented
          label="Unit of the batch"
          showLabel
          options={UNITS}
          value={unit}
          onChange={(value) => setValue('batchUnit', value, { shouldDirty: true })}
        />
      </div>
      <Ingredients
        rows={rows}
        problem={
          problem !== null &&
          shares.some((share) => share > 0) && (
            <div className="flex flex-wrap items-center justify-between gap-2">
              <FieldError>{problem}</FieldError>
              <Button onClick={scale}>Scale to 100 %</Button>
            </div>
          )
        }
        error={rows.keys.length === 0 && formState.isSubmitted ? NO_INGREDIENTS : null}
      >
        {(index) => (
          <fieldset className="flex items-start gap-2">
            <legend className="sr-only">Ingredient {index + 1}</legend>
            <FeedSelect
              options={options}
              error={errors.items?.[index]?.feed?.message}
              {...register(`items.${index}.feed`)}
            />
            <NumberField
              label="Inclusion"
              after="%"
              fieldClass="w-36"
              error={errors.items?.[index]?.pct?.message}
              {...register(`items.${index}.pct`)}
            />
            <IconButton
              label={`Remove ${feeds.get(items[index]?.feed ?? '')?.name ?? `ingredient ${index + 1}`}`}
              className="mt-6"
              onClick={() => rows.remove(index)}
            >
              <Trash2 aria-hidden="true" />
            </IconButton>
          </fieldset>
        )}
      </Ingredients>
      <Result items={items} feeds={feeds} />
      <Card className="grid gap-3 p-4 sm:grid-cols-2">
        <NumberField label="Round to" after="kg" {...field('roundingKg')} />
        <NumberField
          label="Highest protein"
          optional
          after="% as fed"
          hint="Ireland limits the protein of concentrates for highly stocked farms: check the current figure with your adviser."
          {...field('targetCpPct')}
        />
      </Card>
      <TextAreaField label="Notes" optional rows={3} {...field('notes')} />
      <p className="hint">
        In Ireland, farms that mix their own feed with minerals or additives must register with the Department
        (Teagasc). Check with your adviser.
      </p>
    </MixForm>
  );
}

/** What the ingredients typed so far add up to; incomplete ones are left out. */
function Result({ items, feeds }: { items: MealText['items']; feeds: Feeds }) {
  const { currency } = useAccount().settings;
  const totals = mealTotals(
    items.flatMap(({ feed, pct }) => {
      const [copy, share] = [feeds.get(feed), amount(pct)];
      return copy && share > 0 ? [{ ...copy, pct: share }] : [];
    }),
  );
  if (!totals) return null;
  return (
    <Card className="overflow-clip">
      <CardHead title="The mix" />
      <FactList
        facts={[...mealFacts(totals), { label: 'Cost a tonne', value: moneyWords(totals.costPerTonne, currency) }]}
      />
    </Card>
  );
}
