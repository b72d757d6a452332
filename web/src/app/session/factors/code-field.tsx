import { useText, useUiText } from '../../../text/language.tsx';
import { CodeInput } from '../../../ui/forms/code-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { FactorEntry } from './use-factor-entry.ts';

interface CodeFieldProps {
  entry: FactorEntry;
  autoFocus?: boolean;
}

/** The field for a code of an authenticator app. Its sixth digit sends it. */
export function CodeField({ entry, autoFocus = true }: CodeFieldProps) {
  const t = useText('account/factors.signIn');
  const ui = useUiText();
  return (
    <Field label={ui('field.code')} help={t('codeHelp')} error={entry.error} isErrorLive>
      <CodeInput
        ref={entry.input}
        value={entry.typed}
        onChange={entry.change}
        onComplete={entry.complete}
        autoFocus={autoFocus}
      />
    </Field>
  );
}
