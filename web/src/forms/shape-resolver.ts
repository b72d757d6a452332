import { parseShape, type ShapeIssue } from '@medcloud/contract/parse-shape';
import { type FieldErrors, type FieldValues, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod';

function errorsOf<Fields extends FieldValues>(issues: readonly ShapeIssue[]): FieldErrors<Fields> {
  const errors: FieldErrors<Fields> = {};
  const seenFields = new Set<string>();
  for (const issue of issues) {
    const field = issue.path.join('.');
    if (seenFields.has(field)) continue; // the first sentence of a field is the one to show
    seenFields.add(field);
    set(errors, field, { type: issue.code, message: issue.message });
  }
  return errors;
}

/**
 * A contract shape as the resolver of a form: the browser checks what the server will check, with the same sentences.
 * `useForm({ resolver: shapeResolver(shape), defaultValues })`; the handler of `handleSubmit` receives the parsed
 * output. Messages stay the English constants of the contract: draw them through `useSentence()`, so that a switch of
 * language also turns the errors on the page. `read` makes what the shape parses of what was typed, where they differ.
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
