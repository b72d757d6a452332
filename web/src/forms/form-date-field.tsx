import {
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
  useController,
} from 'react-hook-form';
import { DateField, type DateFieldProps } from '../ui/forms/date-field.tsx';
import { useFieldError } from './form-field.tsx';

interface Binding<Fields extends FieldValues, Output, Name extends FieldPath<Fields>> {
  form: UseFormReturn<Fields, unknown, Output>;
  name: Name;
  rules?: Pick<RegisterOptions<Fields, Name>, 'onChange'>;
}

type BoundProps = 'value' | 'onChange' | 'onBlur' | 'name' | 'ref';

/** A date field of a form (`DateField`). Its value is `YYYY-MM-DD`; a text that is no date fails the form's shape. */
export function FormDateField<Fields extends FieldValues, Output, Name extends FieldPath<Fields>>({
  form,
  name,
  rules,
  error,
  ...props
}: Binding<Fields, Output, Name> & Omit<DateFieldProps, BoundProps>) {
  const fieldError = useFieldError(form);
  const { field } = useController({ control: form.control, name, rules });
  return <DateField {...props} {...field} error={error ?? fieldError(name)} />;
}
