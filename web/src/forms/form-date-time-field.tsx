import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form';
import { DateTimeField } from '../ui/forms/date-time-field.tsx';
import type { FieldProps } from '../ui/forms/field.tsx';
import { useFieldError } from './form-field.tsx';

interface FormDateTimeFieldProps<Fields extends FieldValues, Output, Name extends FieldPath<Fields>>
  extends Omit<FieldProps, 'children' | 'control' | 'error'> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: Name;
}

/** A field of date and time of a form, `YYYY-MM-DDTHH:MM` in the user's zone. */
export function FormDateTimeField<Fields extends FieldValues, Output, Name extends FieldPath<Fields>>({
  form,
  name,
  ...props
}: FormDateTimeFieldProps<Fields, Output, Name>) {
  const fieldError = useFieldError(form);
  const { field } = useController({ control: form.control, name });
  return <DateTimeField {...props} {...field} error={fieldError(name)} />;
}
