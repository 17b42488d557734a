import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { setPrice, updatePrice } from '@/data/prices/prices';
import { currencySign } from '@/domain/core/money';
import { addDays, isDate } from '@/domain/core/time';
import { unitOf } from '@/domain/core/units';
import { priceDay, pricesOf, priceWords, type Price } from '@/domain/prices/price';
import type { Task } from '@/records/tasks';
import { useAccount } from '@/session/account';
import { useToday } from '@/session/today';
import { Button } from '@/ui/button';
import { DateField, SelectField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { UnitOptions } from '@/widgets/pickers/unit-options';
import { priceSchema, priceValues, type PriceInput, type PriceOutput } from './price-schema';

/** Adds a price, or changes the rate and dates of an existing one. Its customer and unit can't be changed. */
export function PriceForm({
  task,
  price,
  ending = false,
  prices,
  customers,
  onSaved,
  onCancel,
}: {
  task: Task;
  /** The price to change; null for a new one. */
  price: Price | null;
  /** Whether the form was opened to end the price; prefills the last day. */
  ending?: boolean | undefined;
  prices: readonly Price[];
  customers: readonly { id: string; name: string }[];
  onSaved: (price: Price) => void;
  onCancel: () => void;
}) {
  const { settings } = useAccount();
  const today = useToday();
  const [newId] = useState(() => crypto.randomUUID());
  const add = useMutation(setPrice);
  const change = useMutation(updatePrice);
  const start = priceValues(task, price, today);
  const form = useForm<PriceInput, unknown, PriceOutput>({
    resolver: standardSchemaResolver(priceSchema),
    defaultValues: ending ? { ...start, validTo: start.validFrom > today ? start.validFrom : today } : start,
  });
  const { errors } = form.formState;
  const [customerId, unit, validFrom, validTo] = useWatch({
    control: form.control,
    name: ['customerId', 'chargeableUnit', 'validFrom', 'validTo'],
  });
  const errorMessage = (add.error ?? change.error)?.message;
  const overlapError = errorMessage !== undefined && /there is a price/.test(errorMessage) ? errorMessage : undefined;
  // A new price ends the current open-ended one; the hint says so in advance.
  const openPrice =
    price === null && isDate(validFrom)
      ? pricesOf(prices, { taskId: task.id, customerId: customerId || null, unit }).find(
          ({ validTo: last, validFrom: from }) => last === null && from < validFrom,
        )
      : undefined;
  const resumes = isDate(validTo) ? ` and goes on from ${priceDay(addDays(validTo, 1))}` : '';
  const submit = form.handleSubmit((fields) => {
    const saved: Price = { ...fields, id: price?.id ?? newId, taskId: task.id };
    (price === null ? add : change).mutate(saved, { onSuccess: () => onSaved(saved) });
  });
  return (
    <form noValidate className="grid gap-4 pt-3" onSubmit={(event) => void submit(event)}>
      {price === null && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="For" {...form.register('customerId')}>
            <option value="">Everybody</option>
            {customers.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <SelectField label="Unit" error={errors.chargeableUnit?.message} {...form.register('chargeableUnit')}>
            <UnitOptions stored={unit} />
          </SelectField>
        </div>
      )}
      <NumberField
        label="Rate"
        before={currencySign(settings.currency)}
        after={unit === 'fixed' ? undefined : `/ ${unitOf(unit).short}`}
        error={errors.rate?.message}
        {...form.register('rate')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="From"
          error={errors.validFrom?.message ?? overlapError}
          hint={
            openPrice &&
            `The price of ${priceWords(openPrice.rate, unit, settings.currency)} ends on ${priceDay(addDays(validFrom, -1))}${resumes}.`
          }
          {...form.register('validFrom', {
            onChange: () => {
              add.reset();
              change.reset();
            },
          })}
        />
        <DateField
          label="Last day"
          optional
          hint="Empty: until further notice."
          error={errors.validTo?.message}
          {...form.register('validTo')}
        />
      </div>
      <p className="hint">Entries that are logged already keep their rate.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Back</Button>
        <Button type="submit" variant="main" busy={add.isPending || change.isPending} busyText="Saving...">
          Save price
        </Button>
      </div>
    </form>
  );
}
