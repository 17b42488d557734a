import type { InferInput } from 'valibot';
import * as v from 'valibot';
import { toInputText } from '@/domain/core/money';
import { optionalWhole, requiredNumber, requiredWhole } from '@/domain/core/typed';
import { NO_INGREDIENTS, type MixFeed } from '@/domain/rations/feed';
import { hasSamePlaces, MAX_ITEMS, SAME_PLACE, type TmrItem } from '@/domain/rations/tmr';
import { TMR_MIX, type TmrMix, type TmrMixFields } from '@/records/rations/tmr-mixes';
import { formOf } from '@/widgets/record-form';
import { limitedText } from '@/widgets/text-schema';

const form = formOf(TMR_MIX, ['active']);

const item = v.object({
  feed: v.pipe(v.string(), v.nonEmpty('Choose a feed.')),
  order: requiredWhole({ min: 1, max: 99 }),
  fresh: requiredNumber({ min: 0.001, max: 9999, decimals: 3, outside: 'Enter how many kg a head gets.' }),
  minutes: optionalWhole({ min: 1, max: 240 }),
  note: limitedText({ max: 120 }),
});

/**
 * Input is the form's texts, output is a mix. `feeds`: the analysis and price that each ingredient carries. The database
 * enforces the same rules.
 */
export const tmrSchema = (feeds: ReadonlyMap<string, MixFeed>) =>
  v.pipe(
    v.object({
      ...form.entries,
      name: v.pipe(form.entries.name, v.nonEmpty('Give the mix a name.')),
      items: v.pipe(
        v.array(item),
        v.minLength(1, NO_INGREDIENTS),
        v.maxLength(MAX_ITEMS, `A mix has ${MAX_ITEMS} ingredients at most.`),
        v.check((items) => !hasSamePlaces(items.map(({ order }) => order)), SAME_PLACE),
      ),
    }),
    v.transform(({ items, ...mix }): TmrMixFields => ({
      ...mix,
      items: items.flatMap(({ feed, ...rest }): TmrItem[] => {
        const copy = feeds.get(feed);
        return copy ? [{ ...copy, ...rest }] : [];
      }),
    })),
  );

export type TmrText = InferInput<ReturnType<typeof tmrSchema>>;
export type ItemText = TmrText['items'][number];

export const newItem = (order: number): ItemText => ({
  feed: '',
  order: String(order),
  fresh: '',
  minutes: '',
  note: '',
});

export const emptyMix = (): TmrText => ({
  ...form.textsOf(null),
  ...{ feedRatePct: '100', feedsPerDay: '1', roundingKg: '5' },
  items: [newItem(1)],
});

export const textOf = (mix: TmrMix): TmrText => ({
  ...form.textsOf(mix),
  items: mix.items.map(({ feed, order, fresh, minutes, note }) => ({
    ...{ feed, order: String(order), fresh: toInputText(fresh), note },
    minutes: minutes === null ? '' : String(minutes),
  })),
});
