import { phonePrefixes } from '@medcloud/contract/phones';
import { Send } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Form, FormActions } from '../../../forms/form.tsx';
import type { Submission } from '../../../forms/use-submit.ts';
import { useNow } from '../../../lib/now.ts';
import { formatCountdown } from '../../../lib/relative.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PhoneInput, type PhoneValue } from '../../../ui/forms/phone-input.tsx';
import { parsePhone } from './patient-phone.ts';
import type { CurrentRequest } from './use-access-request.ts';

/** Returns the country prefixes with the country names in the current language. */
function usePrefixes() {
  const { language } = useLanguage();
  return useMemo(() => {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    return phonePrefixes.map(([country, prefix]) => ({ prefix, country: names.of(country) ?? country }));
  }, [language]);
}

/** Returns the number's error, for the field and for a toast (specification). */
function usePhoneError(current: CurrentRequest) {
  const t = useText('doctor');
  const validation = useText('validation');
  const toast = useToast();
  const [error, setError] = useState<'empty' | 'invalid' | 'first' | null>(null);
  const titles = {
    empty: [t('patients.phone.emptyTitle'), validation('patient_phone_required')],
    invalid: [t('patients.phone.invalidTitle'), validation('phone_invalid')],
    first: [t('patients.code.firstTitle'), t('patients.code.first')],
  } as const;
  const showError = (kind: 'empty' | 'invalid' | 'first') => {
    const [title, text] = titles[kind];
    setError(kind);
    toast({ variant: 'danger', title, text });
  };
  return {
    text: error === null ? current.errorText : titles[error][1],
    showError,
    clear: () => setError(null),
  };
}

/** Returns how long the typed number must wait, if the server has set a delay. */
function useResendDelay(current: CurrentRequest, value: PhoneValue): string | undefined {
  const t = useText('doctor');
  const now = useNow(1_000);
  const result = parsePhone(value);
  const remainingMs = result.kind === 'valid' ? current.getResendAt(result.phone) - now : 0;
  return remainingMs > 0 ? t('patients.phone.wait', { time: formatCountdown(remainingMs / 1_000) }) : undefined;
}

/** Shows step 1, the number. It does not reveal whether the number belongs to a patient. */
export function PhoneStep({ current }: { current: CurrentRequest }) {
  const { typedPhone: value, setTypedPhone: onChange } = current;
  const t = useText('doctor');
  const prefixes = usePrefixes();
  const error = usePhoneError(current);
  const reason = useResendDelay(current, value);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (current.startCount > 0) input.current?.focus();
  }, [current.startCount]);
  const fail = (kind: 'empty' | 'invalid' | 'first') => {
    error.showError(kind);
    input.current?.focus();
  };
  const submit: Submission['submit'] = async (event) => {
    event?.preventDefault();
    if (current.isSending || reason !== undefined) return;
    const result = parsePhone(value);
    if (result.kind !== 'valid') return fail(result.kind);
    error.clear();
    current.send(result.phone);
  };
  const enterCode = () => {
    const pendingRequest = current.others.open.find((request) => request.step === 'code');
    if (pendingRequest) current.choose(pendingRequest.id);
    else fail('first');
  };
  return (
    <Form submission={{ submit, isBusy: current.isSending, failure: undefined }} className="max-w-120 gap-4!">
      <div>
        <h2 className="text-h2">{t('patients.phone.title')}</h2>
        <p className="mt-1 text-body text-ink-muted">{t('patients.phone.text')}</p>
      </div>
      <Field label={t('patients.phone.label')} help={reason ?? t('patients.phone.help')} error={error.text}>
        <PhoneInput
          ref={input}
          value={value}
          onChange={(typed) => {
            error.clear();
            current.clearError();
            onChange(typed);
          }}
          prefixes={prefixes}
        />
      </Field>
      <FormActions
        icon={Send}
        submitLabel={t('patients.phone.send')}
        busyLabel={t('patients.phone.sending')}
        reason={reason}
      >
        <Button variant="ghost" onClick={enterCode}>
          {t('patients.phone.have')}
        </Button>
      </FormActions>
    </Form>
  );
}
