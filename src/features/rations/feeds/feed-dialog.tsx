import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch, type FieldPath } from 'react-hook-form';
import type { InferOutput } from 'valibot';
import { addFeed, setFeedActive, updateFeed } from '@/data/rations/feeds';
import { currencySign } from '@/domain/core/money';
import { CATEGORY_WORDS, FEED_CATEGORIES } from '@/domain/rations/feed';
import type { Feed } from '@/records/rations/feeds';
import { useAccount } from '@/session/account';
import { Button } from '@/ui/button';
import { DateField, SelectField, TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { FormDialog } from '@/ui/popups/form-dialog';
import { feedSchema, textOf, type FeedText } from './feed-schema';

const BASIS = [
  { value: 'dm', label: 'Of dry matter' },
  { value: 'fresh', label: 'As fed' },
] as const;

/** A new feed, or the analysis and price of an existing one. */
export function FeedDialog({
  feed,
  onStock,
  onClose,
}: {
  feed: Feed | null;
  /** Opens the dialog that corrects the feed's stock, in place of this one. */
  onStock: () => void;
  onClose: () => void;
}) {
  const { ownerId, settings } = useAccount();
  const [newId] = useState(() => crypto.randomUUID());
  const add = useMutation(addFeed);
  const update = useMutation(updateFeed);
  const activate = useMutation(setFeedActive);
  const form = useForm<FeedText, unknown, InferOutput<typeof feedSchema>>({
    resolver: standardSchemaResolver(feedSchema),
    defaultValues: textOf(feed),
  });
  const { register, formState, setValue } = form;
  const basis = useWatch({ control: form.control, name: 'basis' });
  const field = (name: FieldPath<FeedText>) => ({ ...register(name), error: formState.errors[name]?.message });
  const save = form.handleSubmit(({ inStockKg, ...fields }) => {
    const options = { onSuccess: onClose };
    if (feed) update.mutate({ id: feed.id, fields }, options);
    else add.mutate({ id: newId, ownerId, fields: { ...fields, inStockKg } }, options);
  });
  return (
    <FormDialog
      title={feed ? `Edit ${feed.name}` : 'New feed'}
      wide
      verb="Save feed"
      busy={add.isPending || update.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField label="Name" autoComplete="off" {...field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField label="Kind" {...field('category')}>
          {FEED_CATEGORIES.map((one) => (
            <option key={one} value={one}>
              {CATEGORY_WORDS[one]}
            </option>
          ))}
        </SelectField>
        <NumberField label="Dry matter" after="%" {...field('dm')} />
        <NumberField label="Energy (ME)" optional after="MJ/kg DM" {...field('me')} />
        <NumberField label="Crude protein" optional after="%" {...field('cp')} />
      </div>
      <Segmented
        label="Crude protein is"
        showLabel
        options={BASIS}
        value={basis}
        onChange={(value) => setValue('basis', value, { shouldDirty: true })}
      />
      <p className="hint">Forage reports quote it of the dry matter, bag labels as fed.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Price of a tonne"
          optional
          before={currencySign(settings.currency)}
          hint="As bought, fresh."
          {...field('cost')}
        />
        {!feed && (
          <NumberField
            label="In stock"
            optional
            after="t"
            hint="Empty: not counted. Feedings and batches are taken off."
            {...field('inStockKg')}
          />
        )}
        <DateField label="Analysed on" optional {...field('analysisDate')} />
        <TextField label="Lab reference" optional autoComplete="off" {...field('labRef')} />
      </div>
      <TextField label="Source" optional autoComplete="off" hint="Supplier, clamp or field." {...field('source')} />
      {feed && (
        <div className="-mx-quiet flex flex-wrap">
          <Button variant="quiet" onClick={onStock}>
            Correct the stock
          </Button>
          <Button
            variant="quiet"
            busy={activate.isPending}
            busyText="Saving..."
            onClick={() => activate.mutate({ id: feed.id, active: !feed.active }, { onSuccess: onClose })}
          >
            {feed.active ? 'Take off the list' : 'Put back on the list'}
          </Button>
        </div>
      )}
      {feed && <p className="hint">Mixes keep what they were made with until you press “Update prices” there.</p>}
    </FormDialog>
  );
}
