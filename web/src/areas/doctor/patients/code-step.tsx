import { limits } from '@medcloud/contract/limits';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { Send } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useNow } from '../../../lib/now.ts';
import { countdown } from '../../../lib/relative.ts';
import { doctorText } from '../../../text/doctor.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { CodeInput } from '../../../ui/forms/code-input.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import type { AccessRequestInHand } from './use-access-request.ts';

/** The same number again, once it has rested 60 s; the button counts down. Without the whole number one begins anew. */
function Resend({ hand }: { hand: AccessRequestInHand }) {
  const t = useText(doctorText);
  const now = useNow(1_000);
  const { phone, resendAt } = hand;
  if (phone === undefined || resendAt === null) return null;
  const left = resendAt - now;
  const label = left > 0 ? t('patients.code.resendIn', { time: countdown(left / 1_000) }) : t('patients.code.resend');
  return (
    <Button
      icon={Send}
      disabled={left > 0}
      busy={hand.sending}
      busyLabel={t('patients.phone.sending')}
      onClick={() => hand.send(phone)}
      className="figures"
    >
      {label}
    </Button>
  );
}

/** Step 2: six digits in one real input. */
export function CodeStep({ hand, request }: { hand: AccessRequestInHand; request: OpenRequest }) {
  const t = useText(doctorText);
  const format = useFormat();
  const toast = useToast();
  const [code, setCode] = useState('');
  const [error, setError] = useState<'empty' | 'short' | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const said = { empty: t('patients.code.empty'), short: t('patients.code.short') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hand.verifying) return;
    const wrong = code === '' ? 'empty' : code.length === limits.otpDigits ? null : 'short';
    setError(wrong);
    if (wrong === null) return hand.verify(request.id, code);
    toast({ tone: 'danger', title: t(`patients.code.${wrong}Title`), text: said[wrong] });
    input.current?.focus();
  };
  const change = (typed: string) => {
    setCode(typed);
    setError(null);
    hand.forgetCode();
  };
  const until = request.codeExpiresAt ?? request.expiresAt;
  return (
    <form noValidate onSubmit={submit} className="max-w-120">
      <h2 className="text-h2">{t('patients.code.title')}</h2>
      <p className="mt-1 mb-4 text-body text-ink-muted">{t('patients.code.text')}</p>
      <Field
        label={t('patients.code.label')}
        help={t('patients.code.validUntil', { time: format.time(until) })}
        error={error ? said[error] : (hand.codeFailure ?? hand.failure ?? undefined)}
      >
        <CodeInput ref={input} value={code} onChange={change} autoFocus />
      </Field>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={hand.verifying} busyLabel={t('patients.code.verifying')}>
          {t('patients.code.verify')}
        </Button>
        <Resend hand={hand} />
        <Button variant="ghost" onClick={() => hand.choose(null)}>
          {t('patients.code.other')}
        </Button>
      </div>
    </form>
  );
}
