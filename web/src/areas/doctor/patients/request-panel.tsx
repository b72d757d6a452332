import { limits } from '@medcloud/contract/limits';
import { useState } from 'react';
import { useNarrow } from '../../../lib/media.ts';
import { showPhone } from '../../../lib/phones.ts';
import { doctorText } from '../../../text/doctor.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Stepper } from '../../../ui/layout/stepper.tsx';
import { OverStep, WaitingStep } from './answer-steps.tsx';
import { CodeStep } from './code-step.tsx';
import { OtherRequests } from './other-requests.tsx';
import { noPhone, splitPhone } from './patient-phone.ts';
import { PhoneStep } from './phone-step.tsx';
import { type RequestPlace, stepStates } from './request-steps.ts';
import type { AccessRequestInHand } from './use-access-request.ts';

/** When the code was entered: the portal gives the link 72 hours from that moment. */
function useVerified(hand: AccessRequestInHand): string {
  const t = useText(doctorText);
  const format = useFormat();
  const { request } = hand;
  if (request?.step !== 'consent') return t('patients.facts.verified');
  const at = new Date(Date.parse(request.expiresAt) - limits.consentLifetimeMs);
  return format.date(at) === format.date(new Date())
    ? t('patients.facts.verifiedAt', { time: format.time(at) })
    : t('patients.facts.verifiedOn', { day: format.date(at) });
}

/** One line of fact for each step: who must act, or what is so. */
function useFacts(hand: AccessRequestInHand): [string, string, string, string] {
  const t = useText(doctorText);
  const verified = useVerified(hand);
  const { place, request, phone } = hand;
  const shownPhone = phone === undefined ? (request?.phone ?? '') : showPhone(phone);
  const code = {
    phone: t('patients.facts.codeSent'),
    code: t('patients.facts.youEnter'),
    codeLapsed: t('patients.facts.codeLapsed'),
  };
  const consent: Partial<Record<RequestPlace, string>> = {
    waiting: t('patients.facts.patientMustAct'),
    consentLapsed: t('patients.facts.consentLapsed'),
    denied: t('patients.facts.denied'),
    granted: t('patients.facts.granted'),
    revoked: t('patients.facts.granted'),
    ended: t('patients.facts.granted'),
  };
  const access: Partial<Record<RequestPlace, string>> = {
    granted: t('patients.facts.open'),
    revoked: t('patients.facts.revoked'),
    ended: t('patients.facts.ended'),
    denied: t('patients.facts.notOpened'),
    consentLapsed: t('patients.facts.notOpened'),
    codeLapsed: t('patients.facts.notOpened'),
  };
  return [
    place === 'phone' ? t('patients.facts.youType') : shownPhone,
    place === 'phone' || place === 'code' || place === 'codeLapsed' ? code[place] : verified,
    consent[place] ?? t('patients.facts.patientDecides'),
    access[place] ?? t('patients.facts.opens'),
  ];
}

function StepContent({ hand }: { hand: AccessRequestInHand }) {
  const { place, request, phone } = hand;
  const [first] = useState(place);
  if (place === 'phone' || request === undefined) return <PhoneStep hand={hand} />;
  if (place === 'code') return <CodeStep key={request.id} hand={hand} request={request} />;
  if (place === 'waiting') return <WaitingStep request={request} following={first !== 'waiting'} />;
  const again = () => {
    hand.setTyped(phone === undefined ? noPhone : splitPhone(phone));
    hand.choose(null);
  };
  return <OverStep place={place} onAgain={again} />;
}

/** Phone, Code, Patient's consent, Access: always says who must act now. */
export function RequestPanel({ hand }: { hand: AccessRequestInHand }) {
  const t = useText(doctorText);
  const narrow = useNarrow();
  const facts = useFacts(hand);
  const [phone, code, consent, access] = stepStates(hand.place);
  const steps = [
    { title: t('patients.steps.phone'), fact: facts[0], state: phone },
    { title: t('patients.steps.code'), fact: facts[1], state: code },
    { title: t('patients.steps.consent'), fact: facts[2], state: consent },
    { title: t('patients.steps.access'), fact: facts[3], state: access },
  ];
  const others = <OtherRequests hand={hand} />;
  return (
    <>
      <Stepper label={t('patients.way')} steps={steps} {...(narrow ? {} : { aside: others })}>
        <StepContent hand={hand} />
      </Stepper>
      {narrow && <div className="mt-3 rounded-card border border-line bg-surface px-4 py-3">{others}</div>}
    </>
  );
}
