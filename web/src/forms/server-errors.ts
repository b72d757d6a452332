import { ApiError } from '@medcloud/contract/api-client';
import type { FaultCode } from '@medcloud/contract/faults';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

type Form<Fields extends FieldValues, Output> = Pick<UseFormReturn<Fields, unknown, Output>, 'getValues' | 'setError'>;

/** The fields that show a fault that names no field: `{ invalid_current_password: 'currentPassword' }`. */
export type FaultFields<Fields extends FieldValues> = Partial<Record<FaultCode, FieldPath<Fields>>>;

/**
 * Shows an ApiError's `errors[]` at the fields they name, or its fault at the field of `faultFields`, and focuses the
 * first one. Returns true if at least one field exists; then no other message is needed. They stay codes: word them
 * with `useErrorMessage()`.
 */
export function showServerErrors<Fields extends FieldValues, Output = Fields>(
  form: Form<Fields, Output>,
  error: unknown,
  faultFields: FaultFields<Fields> = {},
): boolean {
  if (!(error instanceof ApiError)) return false;
  const values: Record<string, unknown> = form.getValues();
  const isField = (name: string): name is FieldPath<Fields> => Object.hasOwn(values, name.split('.')[0] ?? '');
  const faultField = error.code && faultFields[error.code];
  const issues = faultField ? [{ field: faultField, issue: error.issue }] : error.fields;
  let hasShown = false;
  for (const { field, issue } of issues) {
    if (!isField(field)) continue;
    form.setError(field, { type: 'server', message: issue }, { shouldFocus: !hasShown });
    hasShown = true;
  }
  return hasShown;
}
