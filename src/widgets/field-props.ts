import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';

/** Returns the props of a form field by its name: the registration and the error message. */
export const fieldProps =
  <Values extends FieldValues, Output>({
    register,
    formState,
    getFieldState,
  }: UseFormReturn<Values, unknown, Output>) =>
  (name: FieldPath<Values>, options?: RegisterOptions<Values>) => ({
    ...register(name, options),
    error: getFieldState(name, formState).error?.message,
  });
