import { type BaseSyntheticEvent, useId, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLeaveGuard, useUnsentText } from '../lib/leave-guard.ts';
import { useFailure } from '../text/use-error-message.ts';
import { type FaultFields, showServerErrors } from './server-errors.ts';

/** A mutation of the API, as the hooks in `calls/` return it. */
export interface Mutation<Input, Reply> {
  isPending: boolean;
  error: Error | null;
  mutate: (input: Input, callbacks: { onSuccess?: (reply: Reply) => void; onError?: (error: Error) => void }) => void;
}

interface SubmitOptions<Fields extends FieldValues, Output, Input, Reply> {
  /** Returns the call's input for the parsed values. */
  toInput: (values: Output) => Input;
  faultFields?: FaultFields<Fields>;
  onSuccess?: (reply: Reply, values: Output) => void;
  /** For what a screen adds to the message in the form, such as a toast. `isOnFields`: fields show the error. */
  onError?: (error: Error, isOnFields: boolean) => void;
  /** Leaving the form asks no question: it is a login, a choice or one short field. */
  isDiscardable?: boolean;
}

/** How a form is sent: passed to `Form` or `FormDialog`. */
export interface Submission {
  submit: (event?: BaseSyntheticEvent) => Promise<void>;
  isBusy: boolean;
  /** Why the last attempt failed, unless fields show it. */
  failure: string | undefined;
  /** Identifies the form while it has typed values that leaving would lose. */
  unsentId?: string | undefined;
}

/**
 * Sends a form's parsed values by a mutation. Errors of fields go to their fields, and the first one gets the focus.
 * Any other error becomes `failure`. Typed values are kept, and leaving the page asks first until they are sent.
 */
export function useSubmit<Fields extends FieldValues, Output, Input, Reply>(
  form: UseFormReturn<Fields, unknown, Output>,
  mutation: Mutation<Input, Reply>,
  { toInput, faultFields, onSuccess, onError, isDiscardable }: SubmitOptions<Fields, Output, Input, Reply>,
): Submission {
  const describe = useFailure();
  const { unblock } = useLeaveGuard();
  const id = useId();
  const unsentId = form.formState.isDirty && !isDiscardable ? id : undefined;
  useUnsentText(unsentId, 'page');
  const [isOnFields, setOnFields] = useState(false);
  const send = (values: Output) =>
    mutation.mutate(toInput(values), {
      onSuccess: (reply) => {
        unblock(id); // onSuccess may leave the page
        onSuccess?.(reply, values);
      },
      onError: (error) => {
        const hasShown = showServerErrors<Fields, Output>(form, error, faultFields);
        setOnFields(hasShown);
        onError?.(error, hasShown);
      },
    });
  return {
    submit: form.handleSubmit(send),
    isBusy: mutation.isPending,
    failure: isOnFields ? undefined : describe(mutation.error),
    unsentId,
  };
}
