import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { toInputText } from '@/domain/core/money';
import { requiredNumber } from '@/domain/core/typed';
import { NO_INGREDIENTS, type MixFeed } from '@/domain/rations/feed';
import { inclusionProblem, type MealItem } from '@/domain/rations/meal';
import { MAX_ITEMS } from '@/domain/rations/tmr';
import { MEAL_MIX, type MealMix, type MealMixFields } from '@/records/rations/meal-mixes';
import { formOf } from '@/widgets/record-form';

const form = formOf(MEAL_MIX, ['active']);

const item = v.object({
  feed: v.pipe(v.string(), v.nonEmpty('Choose a feed.')),
  pct: requiredNumber({
    min: 0.001,
    max: 100,
    decimals: 3,
    percent: true,
    outside: 'Enter more than 0 and at most 100 %.',
  }),
});

/** The size of a batch in the unit of its mix. */
export const { batchSize } = form.entries;

/**
 * Input is the form's texts, output is a mix. `feeds`: the analysis and price that each ingredient carries. The database
 * enforces the same rules.
 */
export const mealSchema = (feeds: ReadonlyMap<string, MixFeed>) =>
  v.pipe(
    v.object({
      ...form.entries,
      name: v.pipe(form.entries.name, v.nonEmpty('Give the mix a name.')),
      items: v.pipe(
        v.array(item),
        v.minLength(1, NO_INGREDIENTS),
        v.maxLength(MAX_ITEMS, `A mix has ${MAX_ITEMS} ingredients at most.`),
        v.check(
          (items) => inclusionProblem(items.map(({ pct }) => pct)) === null,
          ({ input }) => inclusionProblem(input.map(({ pct }) => pct)) ?? '',
        ),
      ),
    }),
    v.transform(({ items, ...mix }): MealMixFields => ({
      ...mix,
      items: items.flatMap(({ feed, pct }): MealItem[] => {
        const copy = feeds.get(feed);
        return copy ? [{ ...copy, pct }] : [];
      }),
    })),
  );

export type MealText = InferInput<ReturnType<typeof mealSchema>>;

export const newItem = (): MealText['items'][number] => ({ feed: '', pct: '' });

export const textOf = (mix: MealMix | null): MealText => ({
  ...form.textsOf(mix),
  ...(!mix && { roundingKg: '1' }),
  items: mix?.items.map(({ feed, pct }) => ({ feed, pct: toInputText(pct) })) ?? [newItem()],
});
