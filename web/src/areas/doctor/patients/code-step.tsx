import { limits } from '@medcloud/contract/limits';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { Form, FormActions } from '../../../forms/form.tsx';
import type { Submission } from '../../../forms/use-submit.ts';
import { useNow } from '../../../lib/now.ts';
import { formatCountdown } from '../../../lib/relative.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { CodeInput } from '../../../ui/forms/code-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { CurrentRequest } from './use-access-request.ts';

/**
 * Sends a code to the same number again. The button counts down 60 s. Renders nothing if the full number is unknown.
 */
function ResendButton({ current }: { current: CurrentRequest }) {
  const t = useText('doctor');
  const now = useNow(1_000);
  const { phone, resendAt } = current;
  if (phone === undefined || resendAt === null) return null;
  const remainingMs = resendAt - now;
  const label =
    remainingMs > 0
      ? t('patients.code.resendIn', { time: formatCountdown(remainingMs / 1_000) })
      : t('patients.code.resend');
  return (
    <Button
      icon={Send}
      disabled={remainingMs > 0}
      busy={current.isSending}
      busyLabel={t('patients.phone.sending')}
      onClick={() => current.send(phone)}
      className="figures"
    >
      {label}
    </Button>
  );
}

/** Shows step 2: six digits in one real input. */
export function CodeStep({ current, request }: { current: CurrentRequest; request: OpenRequest }) {
  const t = useText('doctor');
  const validation = useText('validation');
  const format = useFormat();
  const toast = useToast();
  const [code, setCode] = useState('');
  const [error, setError] = useState<'empty' | 'short' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const messages = { empty: validation('otp_required'), short: validation('otp_length') };
  // a wrong code is typed anew, not corrected
  const typeAgain = () => {
    setCode('');
    input.current?.focus();
  };
  const submit: Submission['submit'] = async (event) => {
    event?.preventDefault();
    if (current.isVerifying) return;
    const problem = code === '' ? 'empty' : code.length === limits.otpDigits ? null : 'short';
    setError(problem);
    if (problem === null) return current.verify(request.id, code, typeAgain);
    toast({ variant: 'danger', title: t(`patients.code.${problem}Title`), text: messages[problem] });
    input.current?.focus();
  };
  const change = (typed: string) => {
    setCode(typed);
    setError(null);
    current.clearCodeError();
  };
  const until = request.codeExpiresAt ?? request.expiresAt;
  return (
    <Form submission={{ submit, isBusy: current.isVerifying, failure: undefined }} className="max-w-120 gap-4!">
      <div>
        <h2 className="text-h2">{t('patients.code.title')}</h2>
        <p className="mt-1 text-body text-ink-muted">{t('patients.code.text')}</p>
      </div>
      <Field
        label={t('patients.code.label')}
        help={t('patients.code.validUntil', { time: format.time(until) })}
        error={error ? messages[error] : (current.codeErrorText ?? current.errorText)}
      >
        <CodeInput ref={input} value={code} onChange={change} autoFocus />
      </Field>
      <FormActions submitLabel={t('patients.code.verify')} busyLabel={t('patients.code.verifying')}>
        <ResendButton current={current} />
        <Button variant="ghost" onClick={() => current.choose(null)}>
          {t('patients.code.other')}
        </Button>
      </FormActions>
    </Form>
  );
}
