import { limits } from '@medcloud/contract/limits';
import type { AccessiblePatient } from '@medcloud/contract/shapes/people';
import { type ReactNode, useState } from 'react';
import { useIsNarrow } from '../../../lib/media.ts';
import { formatPhone } from '../../../lib/phones.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import { FinalStep, WaitingStep } from './answer-steps.tsx';
import { CodeStep } from './code-step.tsx';
import { OtherRequests } from './other-requests.tsx';
import { emptyPhone, splitPhone } from './patient-phone.ts';
import { PhoneStep } from './phone-step.tsx';
import { getStepStates, type RequestState } from './request-steps.ts';
import type { CurrentRequest } from './use-access-request.ts';

/** Returns the fact about the verified code. The code was entered 72 hours before the link expires. */
function useVerifiedFact(current: CurrentRequest): string {
  const t = useText('doctor');
  const format = useFormat();
  const { request } = current;
  if (request?.step !== 'consent') return t('patients.facts.verified');
  const at = new Date(Date.parse(request.expiresAt) - limits.consentLifetimeMs);
  return format.date(at) === format.date(new Date())
    ? t('patients.facts.verifiedAt', { time: format.time(at) })
    : t('patients.facts.verifiedOn', { day: format.date(at) });
}

/** Returns one fact per step: who must act, or the result. */
function useFacts(current: CurrentRequest): [string, string, string, string] {
  const t = useText('doctor');
  const verifiedFact = useVerifiedFact(current);
  const { state, request, phone } = current;
  const shownPhone = phone === undefined ? (request?.phone ?? '') : formatPhone(phone);
  const code = {
    phone: t('patients.facts.codeSent'),
    code: t('patients.facts.youEnter'),
    codeExpired: t('patients.facts.codeExpired'),
  };
  const consent: Partial<Record<RequestState, string>> = {
    waiting: t('patients.facts.patientMustAct'),
    consentExpired: t('patients.facts.consentExpired'),
    denied: t('patients.facts.denied'),
    granted: t('patients.facts.granted'),
    revoked: t('patients.facts.granted'),
    ended: t('patients.facts.granted'),
  };
  const access: Partial<Record<RequestState, string>> = {
    granted: t('patients.facts.open'),
    revoked: t('patients.facts.revoked'),
    ended: t('patients.facts.ended'),
    denied: t('patients.facts.notOpened'),
    consentExpired: t('patients.facts.notOpened'),
    codeExpired: t('patients.facts.notOpened'),
  };
  return [
    state === 'phone' ? t('patients.facts.youType') : shownPhone,
    state === 'phone' || state === 'code' || state === 'codeExpired' ? code[state] : verifiedFact,
    consent[state] ?? t('patients.facts.patientDecides'),
    access[state] ?? t('patients.facts.opens'),
  ];
}

/** Returns the patients of the latest grant, if it came after the request: those whom the request opened. */
function listGranted(request: { requestedAt: string }, rows: readonly AccessiblePatient[]): AccessiblePatient[] {
  const latest = rows
    .map(({ grantedAt }) => grantedAt)
    .toSorted()
    .at(-1);
  return rows.filter(({ grantedAt }) => grantedAt === latest && grantedAt >= request.requestedAt);
}

interface RequestPanelProps {
  current: CurrentRequest;
  /** The patients who consented. */
  patients: readonly AccessiblePatient[];
}

function StepContent({ current, patients }: RequestPanelProps) {
  const { state, request, phone } = current;
  const [initialState] = useState(state);
  if (state === 'phone' || request === undefined) return <PhoneStep current={current} />;
  if (state === 'code') return <CodeStep key={request.id} current={current} request={request} />;
  if (state === 'waiting') return <WaitingStep request={request} shouldFocus={initialState !== 'waiting'} />;
  const restart = () => {
    current.setTypedPhone(phone === undefined ? emptyPhone : splitPhone(phone));
    current.choose(null);
  };
  return <FinalStep state={state} patients={listGranted(request, patients)} onRestart={restart} />;
}

/** Shows the four steps Phone, Code, Patient's consent and Access, and always who must act next. */
export function RequestStepper({ current, patients, aside }: RequestPanelProps & { aside?: ReactNode }) {
  const t = useText('doctor');
  const facts = useFacts(current);
  const [phone, code, consent, access] = getStepStates(current.state);
  const steps = [
    { title: t('patients.steps.phone'), fact: facts[0], state: phone },
    { title: t('patients.steps.code'), fact: facts[1], state: code },
    { title: t('patients.steps.consent'), fact: facts[2], state: consent },
    { title: t('patients.steps.access'), fact: facts[3], state: access },
  ];
  return (
    <Stepper label={t('patients.way')} steps={steps} {...(aside === undefined ? {} : { aside })}>
      <StepContent current={current} patients={patients} />
    </Stepper>
  );
}

/** Shows the steps of the current request, and the other requests beside or below them. */
export function RequestPanel({ current, patients }: RequestPanelProps) {
  const isNarrow = useIsNarrow();
  const others = <OtherRequests current={current} />;
  return (
    <>
      <RequestStepper current={current} patients={patients} {...(isNarrow ? {} : { aside: others })} />
      {isNarrow && <div className="mt-3 rounded-card border border-line bg-surface px-4 py-3">{others}</div>}
    </>
  );
}
