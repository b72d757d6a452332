import type { Fault, FieldError, ProblemParams } from '@medcloud/contract/faults';
import { parseIssue } from '@medcloud/contract/validation-codes';
import { serverTranslator } from '@medcloud/text/node';
import { hasText } from '@medcloud/text/translate';

/** A fault's words in English, with the codes from which a screen words it in its own language. */
export interface FaultDescription {
  message: string;
  params?: ProblemParams;
  errors?: FieldError[];
}

/** Words an issue in English. An unknown code is returned unchanged. */
function describeIssue(issue: string): { message: string; code?: string; value?: string } {
  const { code, value } = parseIssue(issue);
  const message = wordCode(code, value ?? '');
  return message === null ? { message: issue } : { message, code, ...optionalValue(value) };
}

/** Words a validation code. Null for an unknown one. */
function wordCode(code: string, value: string): string | null {
  const validation = serverTranslator('validation', 'en');
  if (hasText<'validation'>(validation, code)) return validation(code, { value });
  const requests = serverTranslator('server/requests', 'en');
  return hasText<'server/requests'>(requests, code) ? requests(code, { value }) : null;
}

/** Describes a fault for a response: message, params, and what is wrong with each field. */
export function describeFault({ code, details }: Fault): FaultDescription {
  const reason = details.reason === undefined ? null : describeIssue(details.reason);
  return {
    message: reason?.message ?? serverTranslator('faults', 'en')(code),
    ...(reason?.code === undefined ? {} : { params: { reason: reason.code, ...optionalValue(reason.value) } }),
    ...(details.errors ? { errors: details.errors.map(describeField) } : {}),
  };
}

const optionalValue = (value: string | undefined) => (value === undefined ? {} : { value });

function describeField({ field, issue }: { field: string; issue: string }): FieldError {
  const { message, code, value } = describeIssue(issue);
  return {
    field,
    message,
    ...(code === undefined ? {} : { code }),
    ...(value === undefined ? {} : { params: { value } }),
  };
}
