import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ChecklistFields } from '@/records/checklists';
import { newItem, type ChecklistText } from './checklist-schema';

/**
 * The questions of the form, with keys that stay stable when they are reordered. react-hook-form's `useFieldArray`
 * would add 2 kB to every page with a form.
 */
export function useItems(form: UseFormReturn<ChecklistText, unknown, ChecklistFields>) {
  const [keys, setKeys] = useState(() => form.getValues('items').map(() => crypto.randomUUID()));
  const updateItems = (change: <Value>(list: readonly Value[], create: () => Value) => Value[]) => {
    const items = form.getValues('items');
    const updated = change(items, () => newItem(items.at(-1)?.section));
    form.setValue('items', updated, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    setKeys(change(keys, () => crypto.randomUUID()));
  };
  return {
    keys,
    append: () => updateItems((list, create) => [...list, create()]),
    remove: (index: number) => updateItems((list) => list.filter((_, place) => place !== index)),
    /** Moves a question up (-1) or down (1). */
    move: (index: number, step: number) =>
      updateItems((list) => list.toSpliced(index, 1).toSpliced(index + step, 0, ...list.slice(index, index + 1))),
  };
}
