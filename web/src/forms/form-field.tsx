import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form';
import { useErrorMessage } from '../text/use-error-message.ts';
import { Field, type FieldProps } from '../ui/forms/field.tsx';

interface FormFieldProps<Fields extends FieldValues, Output, Name extends FieldPath<Fields>>
  extends Omit<FieldProps, 'error' | 'control'> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: Name;
  rules?: RegisterOptions<Fields, Name>;
}

/** Returns a function that words the error of a form's field. */
export function useFieldError<Fields extends FieldValues, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
): (name: FieldPath<Fields>) => string | undefined {
  const errorMessage = useErrorMessage();
  const { getFieldState, formState } = form;
  return (name) => errorMessage(getFieldState(name, formState).error?.message);
}

/**
 * A labeled field of a form: `<FormField form={form} name="email" label={…}><TextInput type="email" /></FormField>`.
 * Registers the native control inside it (text, password, text area, date, select) and shows its error.
 */
export function FormField<Fields extends FieldValues, Output, Name extends FieldPath<Fields>>({
  form,
  name,
  rules,
  ...field
}: FormFieldProps<Fields, Output, Name>) {
  const fieldError = useFieldError(form);
  return <Field {...field} error={fieldError(name)} control={form.register(name, rules)} />;
}
