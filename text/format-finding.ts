import type { Language } from '@medcloud/contract/languages';
import type { Finding } from '@medcloud/contract/operations/health';
import { formatError } from './format-error.ts';
import { formatParams } from './format-params.ts';
import type { Translator } from './translate.ts';

/** Formats a finding as text, with the cause of its error. */
export function formatFinding(t: Translator<'health'>, { code, params }: Finding, language: Language): string {
  const { error } = params;
  const words = typeof error === 'string' ? { ...params, error: formatError(t, error) } : params;
  return t(`findings.${code}.message`, formatParams(t, words, language));
}
