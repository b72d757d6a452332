import type { OpenRequest } from '@medcloud/contract/shapes/access';
import type { Step } from '../../../ui/layout/stepper.tsx';

/** Where an access request stands, as the doctor sees it: alike for every number until its owner has answered. */
export type RequestState =
  | 'phone'
  | 'code'
  | 'codeLapsed'
  | 'waiting'
  | 'consentLapsed'
  | 'denied'
  | 'granted'
  | 'revoked'
  | 'ended';

/** The place of a request at a moment (milliseconds since 1970); without a request one is at the phone. */
export function getRequestState(request: OpenRequest | undefined, now: number): RequestState {
  if (request === undefined) return 'phone';
  const isActive = request.status === 'pending' && Date.parse(request.codeExpiresAt ?? request.expiresAt) > now;
  switch (request.step) {
    case 'code':
      return isActive ? 'code' : 'codeLapsed';
    case 'consent':
      return isActive ? 'waiting' : 'consentLapsed';
    case 'answered':
      return getAnsweredState(request.status);
  }
}

function getAnsweredState(status: OpenRequest['status']): RequestState {
  switch (status) {
    case 'pending':
      return 'waiting';
    case 'granted':
      return 'granted';
    case 'denied':
      return 'denied';
    case 'revoked':
      return 'revoked';
    case 'expired':
      return 'ended';
  }
}

type StepStates = readonly [Step['state'], Step['state'], Step['state'], Step['state']];

const states = {
  phone: ['current', 'open', 'open', 'open'],
  code: ['done', 'current', 'open', 'open'],
  codeLapsed: ['done', 'lapsed', 'open', 'open'],
  waiting: ['done', 'done', 'current', 'open'],
  consentLapsed: ['done', 'done', 'lapsed', 'open'],
  denied: ['done', 'done', 'refused', 'open'],
  granted: ['done', 'done', 'done', 'done'],
  revoked: ['done', 'done', 'done', 'refused'],
  ended: ['done', 'done', 'done', 'lapsed'],
} as const satisfies Record<RequestState, StepStates>;

/** The four steps of a place: phone, code, consent, access. */
export function getStepStates(state: RequestState): StepStates {
  return states[state];
}

/** The requests beside the one in hand: those somebody must act on, and those that came to nothing. Granted ones are in the list of patients. */
export function listOtherRequests(
  requests: readonly OpenRequest[],
  current: string | null,
  now: number,
): { open: OpenRequest[]; closed: OpenRequest[] } {
  const others = requests.filter((request) => request.id !== current);
  const isOpen = (request: OpenRequest) => ['code', 'waiting'].includes(getRequestState(request, now));
  const isClosed = (request: OpenRequest) =>
    ['denied', 'consentLapsed', 'codeLapsed'].includes(getRequestState(request, now));
  return { open: others.filter(isOpen), closed: others.filter(isClosed) };
}
