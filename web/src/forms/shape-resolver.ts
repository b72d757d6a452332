import { parseShape, type ShapeIssue } from '@medcloud/contract/parse-shape';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod';

function errorsOf<Fields extends FieldValues>(issues: readonly ShapeIssue[]): FieldErrors<Fields> {
  const errors: FieldErrors<Fields> = {};
  const seenFields = new Set<string>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (seenFields.has(field)) continue; // only the first message of a field is shown
    seenFields.add(field);
    set(errors, field, { type: issue.code, message: issue.message });
  }
  return errors;
}

/**
 * Creates a form resolver from a contract shape, so the browser validates what the server validates, with the same
 * codes. Use `useForm({ resolver: createShapeResolver(shape), defaultValues })`; the handler of `handleSubmit`
 * receives the parsed output. Errors stay codes: word them with `useErrorMessage()`, so a change of
 * language also changes the visible errors. `transform` converts the form's values to the shape's input if
 * they differ.
 */
export function createShapeResolver<Fields extends FieldValues, Output>(
  shape: z.ZodType<Output>,
  transform: (values: Fields) => unknown = (values) => values,
): Resolver<Fields, unknown, Output> {
  return (values) => {
    const parsed = parseShape(shape, transform(values));
    if (parsed.success) return { values: parsed.data, errors: {} };
    return { values: {}, errors: errorsOf<Fields>(parsed.issues) };
  };
}
