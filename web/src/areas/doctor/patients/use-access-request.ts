import { ApiError } from '@medcloud/contract/api-client';
import { limits } from '@medcloud/contract/limits';
import { maskPhone } from '@medcloud/contract/phones';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { useState } from 'react';
import { useUrlParams } from '../../../app/routing/url-params.ts';
import { useAccessRequests, useRequestAccess, useVerifyCode } from '../../../calls/doctor.ts';
import { useNow } from '../../../lib/now.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { emptyPhone } from './patient-phone.ts';
import { getRequestState, listOtherRequests } from './request-steps.ts';

/** What only this page knows about a request it has sent: the full number and when the code can be sent again. */
interface SentCode {
  phone: string;
  sentAt: number;
  resendAt: number;
}

/** Builds the request that was just sent, until the list contains it. */
function toOpenRequest(id: string, { phone, sentAt }: SentCode): OpenRequest {
  const expiresAt = new Date(sentAt + limits.otpLifetimeMs).toISOString();
  return {
    id,
    phone: maskPhone(phone),
    step: 'code',
    status: 'pending',
    codeExpiresAt: expiresAt,
    requestedAt: new Date(sentAt).toISOString(),
    expiresAt: expiresAt,
  };
}

/** Reads the current request from the URL, so a reload and the Back button keep it. */
function useChosenRequest(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useUrlParams();
  const choose = (id: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (id === null) next.delete('request');
        else next.set('request', id);
        return next;
      },
      { replace: true },
    );
  return [params.get('request'), choose];
}

/** Holds the sent codes by request, and the delays of their numbers. */
function useSentCodes() {
  const [codes, setCodes] = useState<Readonly<Record<string, SentCode>>>({});
  return {
    codes,
    saveCode: (id: string, sentCode: SentCode) => setCodes((before) => ({ ...before, [id]: sentCode })),
    /** Sets the delay that the server demands for this number. */
    delayNumber: (phone: string, ms: number) =>
      setCodes((before) => ({ ...before, [phone]: { phone, sentAt: 0, resendAt: Date.now() + ms } })),
    /** Returns until when a number must wait, or 0. */
    getResendAt: (phone: string) =>
      Math.max(0, ...Object.values(codes).flatMap((sentCode) => (sentCode.phone === phone ? [sentCode.resendAt] : []))),
  };
}

/** Sends codes and reports the result. */
function useCodeRequest(choose: (id: string | null) => void, sentCodes: ReturnType<typeof useSentCodes>) {
  const t = useText('doctor');
  const toast = useToast();
  const describeFailure = useFailure();
  const [error, setError] = useState<Error | null>(null);
  const [phone, setPhone] = useState('');
  const mutation = useRequestAccess({
    onSuccess: ({ requestId }) => {
      // The delay uses this computer's clock, which may differ from the server's.
      const sentAt = Date.now();
      sentCodes.saveCode(requestId, { phone, sentAt, resendAt: sentAt + limits.otpResendMs });
      choose(requestId);
      toast({ title: t('patients.phone.sentTitle'), text: t('patients.phone.sent') });
    },
    onError: (error) => {
      setError(error);
      if (error instanceof ApiError && error.retryAfterSeconds !== undefined)
        sentCodes.delayNumber(phone, error.retryAfterSeconds * 1_000);
      toast({ variant: 'danger', title: t('patients.phone.failedTitle'), text: describeFailure(error) });
    },
  });
  const send = (number: string) => {
    setError(null);
    setPhone(number);
    mutation.mutate({ body: { patientPhone: number } });
  };
  return {
    send,
    isSending: mutation.isPending,
    errorText: describeFailure(error),
    clearError: () => setError(null),
  };
}

/** Verifies codes and reports the result. */
function useCodeVerification(onVerified: () => void) {
  const t = useText('doctor');
  const toast = useToast();
  const describeFailure = useFailure();
  const [error, setError] = useState<Error | null>(null);
  const mutation = useVerifyCode({
    onSuccess: () => {
      onVerified();
      toast({ title: t('patients.code.doneTitle'), text: t('patients.code.done') });
    },
    onError: (error) => {
      setError(error);
      const text = describeFailure(error) || t('patients.code.failed');
      toast({ variant: 'danger', title: t('patients.code.failedTitle'), text });
    },
  });
  const verify = (requestId: string, otpCode: string, onFailure: () => void) => {
    setError(null);
    mutation.mutate({ body: { requestId, otpCode } }, { onError: onFailure });
  };
  const codeErrorText = error && (describeFailure(error) || t('patients.code.failed'));
  return { verify, isVerifying: mutation.isPending, codeErrorText, clearCodeError: () => setError(null) };
}

/** Returns the current access request, its state, its actions, and the other requests. */
export function useAccessRequest() {
  const [chosenId, setChosenId] = useChosenRequest();
  const requests = useAccessRequests();
  const sentCodes = useSentCodes();
  const now = useNow(5_000);
  const [startCount, setStartCount] = useState(0);
  const codeRequest = useCodeRequest(setChosenId, sentCodes);
  const [typedPhone, setTypedPhone] = useState(emptyPhone);
  const verification = useCodeVerification(() => setTypedPhone(emptyPhone));
  const list = requests.data ?? [];
  const sentCode = chosenId === null ? undefined : sentCodes.codes[chosenId];
  const request =
    list.find(({ id }) => id === chosenId) ??
    (chosenId !== null && sentCode ? toOpenRequest(chosenId, sentCode) : undefined);
  const choose = (id: string | null) => {
    codeRequest.clearError();
    verification.clearCodeError();
    setChosenId(id);
    if (id === null) setStartCount((count) => count + 1);
  };
  return {
    request,
    state: getRequestState(request, now),
    /** The full number, if this page sent the code. */
    phone: sentCode?.phone,
    resendAt: sentCode ? sentCodes.getResendAt(sentCode.phone) : null,
    phoneOf: (id: string) => sentCodes.codes[id]?.phone,
    getResendAt: sentCodes.getResendAt,
    others: listOtherRequests(list, request?.id ?? null, now),
    requests,
    choose,
    typedPhone,
    setTypedPhone,
    /** Counts new requests. Each increment moves the focus to the phone field. */
    startCount,
    ...codeRequest,
    ...verification,
  };
}

export type CurrentRequest = ReturnType<typeof useAccessRequest>;
