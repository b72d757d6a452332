import { ApiError } from '@medcloud/contract/api-client';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

type Form<Fields extends FieldValues, Output> = Pick<UseFormReturn<Fields, unknown, Output>, 'getValues' | 'setError'>;

/**
 * Puts a problem's `errors[]` beside the fields they name and focuses the first of them. True when at least one found
 * its field; then nothing else need be said. Sentences stay English constants: draw them through `useSentence()`.
 */
export function showServerErrors<Fields extends FieldValues, Output = Fields>(
  form: Form<Fields, Output>,
  error: unknown,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const values: Record<string, unknown> = form.getValues();
  const isField = (name: string): name is FieldPath<Fields> => Object.hasOwn(values, name.split('.')[0] ?? '');
  let hasShown = false;
  for (const { field, message } of error.fields) {
    if (!isField(field)) continue;
    form.setError(field, { type: 'server', message }, { shouldFocus: !hasShown });
    hasShown = true;
  }
  return hasShown;
}
