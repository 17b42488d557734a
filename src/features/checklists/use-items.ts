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
  const arrange = (change: <Value>(list: readonly Value[], fresh: () => Value) => Value[]) => {
    const items = form.getValues('items');
    const arranged = change(items, () => newItem(items.at(-1)?.section));
    form.setValue('items', arranged, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
    setKeys(change(keys, () => crypto.randomUUID()));
  };
  return {
    keys,
    append: () => arrange((list, fresh) => [...list, fresh()]),
    remove: (at: number) => arrange((list) => list.filter((_, place) => place !== at)),
    /** Moves a question up (-1) or down (1). */
    move: (at: number, by: number) =>
      arrange((list) => list.toSpliced(at, 1).toSpliced(at + by, 0, ...list.slice(at, at + 1))),
  };
}
