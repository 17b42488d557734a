import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';
import type { InvoiceItem } from '@/data/invoices/invoices';
import { negate, toInputText, type Currency, currencySign } from '@/domain/core/money';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/forms/field';
import { NumberField } from '@/ui/forms/number-field';
import { Segmented } from '@/ui/forms/segmented';
import { itemSchema, type ItemInput, type ItemOutput } from './item-schema';

const KINDS = [
  { value: 'charge', label: 'Charge' },
  { value: 'discount', label: 'Discount' },
] as const;

/** One additional item. A discount is a separate choice, because number pads on phones have no minus. */
export function ItemForm({
  currency,
  item = null,
  onSave,
  onCancel,
}: {
  currency: Currency;
  /** The item to edit; null for a new one. */
  item?: InvoiceItem | null;
  onSave: (item: ItemOutput) => void;
  onCancel: () => void;
}) {
  const form = useForm<ItemInput, unknown, ItemOutput>({
    resolver: standardSchemaResolver(itemSchema),
    defaultValues: item
      ? {
          kind: item.amount < 0 ? 'discount' : 'charge',
          description: item.description,
          amount: toInputText(item.amount < 0 ? negate(item.amount) : item.amount),
        }
      : { kind: 'charge', description: '', amount: '' },
  });
  const { errors } = form.formState;
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <form className="grid grid-cols-1 gap-3 p-4" noValidate onSubmit={(event) => void form.handleSubmit(onSave)(event)}>
      <Segmented label="Kind of item" options={KINDS} value={kind} onChange={(next) => form.setValue('kind', next)} />
      <div className="grid gap-3 sm:grid-cols-[1fr_9rem]">
        <TextField
          label="Description"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just opened this form
          autoFocus
          autoComplete="off"
          error={errors.description?.message}
          {...form.register('description')}
        />
        <NumberField
          label="Amount"
          before={currencySign(currency)}
          error={errors.amount?.message}
          {...form.register('amount')}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="main">
          {item ? 'Save item' : 'Add'}
        </Button>
      </div>
    </form>
  );
}
