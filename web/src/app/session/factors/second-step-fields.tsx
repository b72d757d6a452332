import type { ReactNode } from 'react';
import { usePublicSettings } from '../../../calls/auth.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { PasskeyButton } from '../../passkey/passkey-button.tsx';
import { PasskeyElsewhere } from '../../passkey/passkey-elsewhere.tsx';
import type { PasskeyUse } from '../../passkey/use-passkey.ts';
import { CodeField } from './code-field.tsx';
import type { FactorEntry } from './use-factor-entry.ts';
import type { SecondStep } from './use-second-step.ts';

function RecoveryCodeField({ entry }: { entry: FactorEntry }) {
  const t = useText('account/factors.signIn');
  return (
    <Field label={t('recoveryCode')} help={t('recoveryHelp')} error={entry.error} isErrorLive>
      <TextInput
        ref={entry.input}
        value={entry.typed}
        onChange={(event) => entry.change(event.target.value)}
        autoFocus
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="code"
      />
    </Field>
  );
}

function MailLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <a href={`mailto:${email}`} className="font-strong wrap-anywhere text-primary-text hover:underline">
      {children}
    </a>
  );
}

/** Whom to ask without the device and without recovery codes. */
function Contact() {
  const t = useText('account/factors.signIn');
  const email = usePublicSettings().data?.operator.email;
  return (
    <p className="text-small text-ink-muted">
      {email ? t.rich('askAt', { email, link: (chunks) => <MailLink email={email}>{chunks}</MailLink> }) : t('ask')}
    </p>
  );
}

/** The passkey, above the code of the app. */
function PasskeyChoice({ passkey }: { passkey: PasskeyUse }) {
  const t = useText('account/factors.signIn');
  const auth = useText('auth.passkey');
  return (
    <>
      <PasskeyButton passkey={passkey} label={auth('use')} autoFocus />
      <p className="flex items-center gap-3 text-small text-ink-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('or')}
      </p>
    </>
  );
}

/** The fields of the second step: the passkey, the app's code or, without both, a recovery code and whom to ask. */
export function SecondStepFields(step: SecondStep) {
  const { method, device, choose, canRecover, entry, passkey, passkeysAt } = step;
  const t = useText('account/factors.signIn');
  const auth = useText('auth.passkey');
  const isRecovery = method === 'recovery';
  const other = isRecovery ? device : 'recovery';
  return (
    <>
      {passkeysAt !== null && <PasskeyElsewhere url={passkeysAt} />}
      {method === 'passkey' && <p className="text-body text-ink-muted">{t('passkeyHelp')}</p>}
      {method === 'totp' && passkey && <PasskeyChoice passkey={passkey} />}
      {method === 'totp' && <CodeField entry={entry} autoFocus={passkey === null} />}
      {isRecovery && canRecover && <RecoveryCodeField entry={entry} />}
      {isRecovery && <Contact />}
      {other !== null && (
        <Button
          variant="ghost"
          size="small"
          className="-my-2 -ml-2.5 self-start text-primary-text!"
          onClick={() => choose(other)}
        >
          {other === 'recovery' ? t('cannot') : other === 'passkey' ? auth('use') : t('useApp')}
        </Button>
      )}
    </>
  );
}

/** The words of the form's button, which has the focus if there is no field. */
export function useSecondStepButton({ method }: Pick<SecondStep, 'method'>) {
  const t = useText('account/factors.signIn');
  const auth = useText('auth.passkey');
  const ui = useUiText();
  return method === 'passkey'
    ? { submitLabel: auth('use'), busyLabel: auth('waiting'), isFocused: true }
    : { submitLabel: ui('action.continue'), busyLabel: t('checking') };
}
