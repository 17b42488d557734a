import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, type FieldValues, type UseFormReturn } from 'react-hook-form';
import type { GenericSchema } from 'valibot';

/**
 * A form of what is stored. A field takes a stored value that has changed, unless somebody has typed into it.
 * `sent` is called when the form is sent, and what it answers with is given to the mutation.
 */
export function useStoredForm<Input extends FieldValues, Output>(schema: GenericSchema<Input, Output>, stored: Input) {
  const form: UseFormReturn<Input, unknown, Output> = useForm<Input, unknown, Output>({
    resolver: standardSchemaResolver(schema),
    values: stored,
    resetOptions: { keepDirtyValues: true },
  });
  // The fields stay as they are; what in them differs from these values is a change.
  const compareWith = (values: Input) => form.reset(values, { keepValues: true, keepDirtyValues: false });
  const sent = () => {
    // What is typed from now on is a change of what was sent, and stays when that comes back as stored.
    compareWith(form.getValues());
    // Refused, it is still to be saved.
    return { onError: () => compareWith(stored) };
  };
  return [form, sent] as const;
}
