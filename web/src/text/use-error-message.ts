import { ApiError } from '@medcloud/contract/api-client';
import { parseIssue } from '@medcloud/contract/validation-codes';
import { hasText } from '@medcloud/text/translate';
import { useMemo } from 'react';
import { useText, useUiText } from './language.tsx';

/** Words an issue in the current language. Null and undefined give undefined. */
export interface IssueTranslator {
  (issue: string): string;
  (issue: string | null | undefined): string | undefined;
}

/**
 * Returns a function that words an issue: a validation code with its value (`issueCode`) or a fault code. Returns any
 * other text (for example of a proxy) unchanged.
 */
export function useErrorMessage(): IssueTranslator {
  const validation = useText('validation');
  const faults = useText('faults');
  return useMemo(() => {
    function wordIssue(issue: string): string;
    function wordIssue(issue: string | null | undefined): string | undefined;
    function wordIssue(issue: string | null | undefined): string | undefined {
      if (issue === null || issue === undefined) return undefined;
      const { code, value } = parseIssue(issue);
      if (hasText<'validation'>(validation, code)) return validation(code, { value: value ?? '' });
      return hasText<'faults'>(faults, code) ? faults(code) : issue;
    }
    return wordIssue;
  }, [validation, faults]);
}

/** Returns a function that words a call's error: the server's reason, or that the server did not respond. */
export function useFailure(): (error: unknown) => string | undefined {
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  return (error) => {
    if (error === null) return undefined;
    if (!(error instanceof ApiError)) return ui('error.noAnswer');
    const words = errorMessage(error.issue);
    // the reason has no words here: those of its fault
    return words === error.issue ? errorMessage(error.code ?? words) : words;
  };
}
