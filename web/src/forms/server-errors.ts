import { ApiError } from '@medcloud/contract/api-client';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

type Form<Fields extends FieldValues, Output> = Pick<UseFormReturn<Fields, unknown, Output>, 'getValues' | 'setError'>;

/**
 * Shows an ApiError's `errors[]` at the fields they name and focuses the first one. Returns true if at least one field
 * exists; then no other message is needed. Messages stay English constants: format them with `useErrorMessage()`.
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
