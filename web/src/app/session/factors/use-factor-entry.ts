import { ApiError } from '@medcloud/contract/api-client';
import { type RefObject, useRef, useState } from 'react';
import type { Submission } from '../../../forms/use-submit.ts';
import { useErrorMessage, useFailure } from '../../../text/use-error-message.ts';

/** A code as it is typed: of an authenticator app, or for recovery. */
export interface FactorEntry {
  typed: string;
  change: (typed: string) => void;
  /** Sends a code without the button. */
  complete: (typed: string) => void;
  error: string | undefined;
  input: RefObject<HTMLInputElement | null>;
  submission: Submission;
}

interface FactorEntryOptions {
  /** The mutation that `send` calls. */
  call: { isPending: boolean; error: Error | null; reset: () => void };
  send: (typed: string, onError: (error: Error) => void) => void;
  /** The issue of a code that cannot be right, which is not sent. */
  findIssue: (typed: string) => string | undefined;
}

const isWrong = (error: Error) => error instanceof ApiError && error.code === 'invalid_factor';

/** Returns the state of a code's field. A wrong code is typed anew, not corrected, and the focus stays. */
export function useFactorEntry({ call, send, findIssue }: FactorEntryOptions): FactorEntry {
  const describeFailure = useFailure();
  const errorMessage = useErrorMessage();
  const [typed, setTyped] = useState('');
  const [issue, setIssue] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const onError = (error: Error) => {
    if (isWrong(error)) setTyped('');
    input.current?.focus();
  };
  const complete = (code: string) => {
    if (call.isPending) return;
    const found = findIssue(code);
    setIssue(found);
    if (found === undefined) send(code, onError);
    else input.current?.focus();
  };
  const change = (value: string) => {
    if (call.isPending) return;
    setTyped(value);
    setIssue(undefined);
    if (call.error) call.reset();
  };
  const submit: Submission['submit'] = async (event) => {
    event?.preventDefault();
    complete(typed);
  };
  return {
    typed,
    change,
    complete,
    error: errorMessage(issue) ?? describeFailure(call.error),
    input,
    submission: { submit, isBusy: call.isPending, failure: undefined },
  };
}

/** The issue of a code that has not six digits. */
export const findCodeIssue = (typed: string) => (/^\d{6}$/.test(typed) ? undefined : 'factor_code_length');
