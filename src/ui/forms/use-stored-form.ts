import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

/**
 * A form of stored values. A field is updated when its stored value changes, unless the user has edited it. Call
 * `submitOptions` on submit, and pass the options it returns to the mutation.
 */
export function useStoredForm<Input extends FieldValues, Output>(schema: GenericSchema<Input, Output>, stored: Input) {
  const form: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    values: stored,
    resetOptions: { keepDirtyValues: true },
  });
  // Keeps the fields as they are, and sets the values that decide which fields count as changed.
  const compareWith = (values: Input) => form.reset(values, { keepValues: true, keepDirtyValues: false });
  const submitOptions = () => {
    // Later edits count as changes to what was sent, and are kept when that comes back as stored.
    compareWith(form.getValues());
    // If saving fails, the fields count as changed again.
    return { onError: () => compareWith(stored) };
  };
  return [form, submitOptions] as const;
}
