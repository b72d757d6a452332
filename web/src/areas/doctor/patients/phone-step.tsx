import { phonePrefixes } from '@medcloud/contract/phones';
import { Send } from 'lucide-react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useNow } from '../../../lib/now.ts';
import { countdown } from '../../../lib/relative.ts';
import { doctorText } from '../../../text/doctor.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PhoneInput, type PhoneValue } from '../../../ui/forms/phone-input.tsx';
import { readPhone } from './patient-phone.ts';
import type { AccessRequestInHand } from './use-access-request.ts';

/** Country prefixes with the countries' names as the language writes them. */
function usePrefixes() {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return phonePrefixes.map(([country, prefix]) => ({ prefix, country: names.of(country) ?? country }));
  }, [language]);
}

/** What is wrong with the number, said beside it and in a toast as the specification has it. */
function usePhoneError(hand: AccessRequestInHand) {
  const t = useText(doctorText);
  const toast = useToast();
  const [error, setError] = useState<'empty' | 'invalid' | 'first' | null>(null);
  const titles = {
    empty: [t('patients.phone.emptyTitle'), t('patients.phone.empty')],
    invalid: [t('patients.phone.invalidTitle'), t('patients.phone.invalid')],
    first: [t('patients.code.firstTitle'), t('patients.code.first')],
  } as const;
  const say = (kind: 'empty' | 'invalid' | 'first') => {
    const [title, text] = titles[kind];
    setError(kind);
    toast({ tone: 'danger', title, text });
  };
  return { text: error === null ? (hand.failure ?? undefined) : titles[error][1], say, clear: () => setError(null) };
}

/** Says how long the typed number must still rest, where the portal said so. */
function useRest(hand: AccessRequestInHand, value: PhoneValue): string | undefined {
  const t = useText(doctorText);
  const now = useNow(1_000);
  const reading = readPhone(value);
  const left = reading.kind === 'whole' ? hand.restsUntil(reading.phone) - now : 0;
  return left > 0 ? t('patients.phone.wait', { time: countdown(left / 1_000) }) : undefined;
}

/** Step 1: the number. Nothing here tells whether it belongs to anybody. */
export function PhoneStep({ hand }: { hand: AccessRequestInHand }) {
  const { typed: value, setTyped: onChange } = hand;
  const t = useText(doctorText);
  const prefixes = usePrefixes();
  const error = usePhoneError(hand);
  const reason = useRest(hand, value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hand.began > 0) input.current?.focus();
  }, [hand.began]);
  const fail = (kind: 'empty' | 'invalid' | 'first') => {
    error.say(kind);
    input.current?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (hand.sending || reason !== undefined) return;
    const reading = readPhone(value);
    if (reading.kind !== 'whole') return fail(reading.kind);
    error.clear();
    hand.send(reading.phone);
  };
  const enterCode = () => {
    const waiting = hand.others.open.find((request) => request.step === 'code');
    if (waiting) hand.choose(waiting.id);
    else fail('first');
  };
  return (
    <form noValidate onSubmit={submit} className="max-w-120">
      <h2 className="text-h2">{t('patients.phone.title')}</h2>
      <p className="mt-1 mb-4 text-body text-ink-muted">{t('patients.phone.text')}</p>
      <Field label={t('patients.phone.label')} help={reason ?? t('patients.phone.help')} error={error.text}>
        <PhoneInput
          ref={input}
          value={value}
          onChange={(typed) => {
            error.clear();
            hand.forget();
            onChange(typed);
          }}
          prefixes={prefixes}
        />
      </Field>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          icon={Send}
          busy={hand.sending}
          busyLabel={t('patients.phone.sending')}
          reason={reason}
        >
          {t('patients.phone.send')}
        </Button>
        <Button variant="ghost" onClick={enterCode}>
          {t('patients.phone.have')}
        </Button>
      </div>
    </form>
  );
}
