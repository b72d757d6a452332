import { PortalError } from '@medcloud/contract/caller';
import { limits } from '@medcloud/contract/limits';
import { maskPhone } from '@medcloud/contract/phones';
import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAccessRequests, useRequestAccess, useVerifyCode } from '../../../calls/doctor.ts';
import { useNow } from '../../../lib/now.ts';
import { doctorText } from '../../../text/doctor.ts';
import { useText } from '../../../text/language.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useFailureText } from './failure-text.ts';
import { noPhone } from './patient-phone.ts';
import { besides, placeOf } from './request-steps.ts';

/** What only this page knows of a request that it made: the whole number, and when the code may be sent again. */
interface Own {
  phone: string;
  sentAt: number;
  resendAt: number;
}

/** A request that was just made, until the list has it. */
function asRequest(id: string, { phone, sentAt }: Own): OpenRequest {
  const lapsesAt = new Date(sentAt + limits.otpLifetimeMs).toISOString();
  return {
    id,
    phone: maskPhone(phone),
    step: 'code',
    status: 'pending',
    codeExpiresAt: lapsesAt,
    requestedAt: new Date(sentAt).toISOString(),
    expiresAt: lapsesAt,
  };
}

/** The request in hand stands in the address, so that a reload and the way back keep it. */
function useChosen(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
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

/** Numbers and their waits, by request. */
function useOwn() {
  const [own, setOwn] = useState<Readonly<Record<string, Own>>>({});
  return {
    own,
    keep: (id: string, made: Own) => setOwn((before) => ({ ...before, [id]: made })),
    /** The portal says how long this number must rest. */
    rest: (phone: string, ms: number) =>
      setOwn((before) => ({ ...before, [phone]: { phone, sentAt: 0, resendAt: Date.now() + ms } })),
    /** Until when a number must rest; 0 where it need not. */
    restsUntil: (phone: string) =>
      Math.max(0, ...Object.values(own).flatMap((made) => (made.phone === phone ? [made.resendAt] : []))),
  };
}

/** Sends codes, and tells what came of it. */
function useSending(choose: (id: string | null) => void, numbers: ReturnType<typeof useOwn>) {
  const t = useText(doctorText);
  const toast = useToast();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<Error | null>(null);
  const [phone, setPhone] = useState('');
  const act = useRequestAccess({
    onSuccess: ({ requestId }) => {
      // The wait is counted from here: this computer's clock may differ from the portal's.
      const sentAt = Date.now();
      numbers.keep(requestId, { phone, sentAt, resendAt: sentAt + limits.otpResendMs });
      choose(requestId);
      toast({ title: t('patients.phone.sentTitle'), text: t('patients.phone.sent') });
    },
    onError: (error) => {
      setFailure(error);
      if (error instanceof PortalError && error.retryAfterSeconds !== undefined)
        numbers.rest(phone, error.retryAfterSeconds * 1_000);
      toast({ tone: 'danger', title: t('patients.phone.failedTitle'), text: failureText(error) });
    },
  });
  const send = (number: string) => {
    setFailure(null);
    setPhone(number);
    act.mutate({ body: { patientPhone: number } });
  };
  return { send, sending: act.isPending, failure: failure && failureText(failure), forget: () => setFailure(null) };
}

/** Enters codes, and tells what came of it. */
function useVerifying(onVerified: () => void) {
  const t = useText(doctorText);
  const toast = useToast();
  const failureText = useFailureText();
  const [failure, setFailure] = useState<Error | null>(null);
  const act = useVerifyCode({
    onSuccess: () => {
      onVerified();
      toast({ title: t('patients.code.doneTitle'), text: t('patients.code.done') });
    },
    onError: (error) => {
      setFailure(error);
      const text = failureText(error) || t('patients.code.failed');
      toast({ tone: 'danger', title: t('patients.code.failedTitle'), text });
    },
  });
  const verify = (requestId: string, otpCode: string) => {
    setFailure(null);
    act.mutate({ body: { requestId, otpCode } });
  };
  const codeFailure = failure && (failureText(failure) || t('patients.code.failed'));
  return { verify, verifying: act.isPending, codeFailure, forgetCode: () => setFailure(null) };
}

/** The access request in hand: where it stands, whose turn it is, and the others beside it. */
export function useAccessRequest() {
  const [chosen, setChosen] = useChosen();
  const requests = useAccessRequests();
  const numbers = useOwn();
  const now = useNow(5_000);
  const [began, setBegan] = useState(0);
  const sending = useSending(setChosen, numbers);
  const [typed, setTyped] = useState(noPhone);
  const verifying = useVerifying(() => setTyped(noPhone));
  const list = requests.data ?? [];
  const own = chosen === null ? undefined : numbers.own[chosen];
  const request = list.find(({ id }) => id === chosen) ?? (chosen !== null && own ? asRequest(chosen, own) : undefined);
  const choose = (id: string | null) => {
    sending.forget();
    verifying.forgetCode();
    setChosen(id);
    if (id === null) setBegan((times) => times + 1);
  };
  return {
    request,
    place: placeOf(request, now),
    /** The whole number, where this page sent the code. */
    phone: own?.phone,
    resendAt: own ? numbers.restsUntil(own.phone) : null,
    phoneOf: (id: string) => numbers.own[id]?.phone,
    restsUntil: numbers.restsUntil,
    others: besides(list, request?.id ?? null, now),
    requests,
    choose,
    typed,
    setTyped,
    /** Counts how often a new request was begun: each time the phone takes the focus. */
    began,
    ...sending,
    ...verifying,
  };
}

export type AccessRequestInHand = ReturnType<typeof useAccessRequest>;
