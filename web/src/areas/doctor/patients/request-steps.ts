import type { OpenRequest } from '@medcloud/contract/shapes/access';
import type { Step } from '../../../ui/layout/stepper.tsx';

/** The state of an access request for the doctor. It is the same for every phone number until the patient answers. */
export type RequestState =
  | 'phone'
  | 'code'
  | 'codeExpired'
  | 'waiting'
  | 'consentExpired'
  | 'denied'
  | 'granted'
  | 'revoked'
  | 'ended';

/** Returns the state of a request at `now` (milliseconds since 1970). Without a request it is the phone step. */
export function getRequestState(request: OpenRequest | undefined, now: number): RequestState {
  if (request === undefined) return 'phone';
  const isActive = request.status === 'pending' && Date.parse(request.codeExpiresAt ?? request.expiresAt) > now;
  switch (request.step) {
    case 'code':
      return isActive ? 'code' : 'codeExpired';
    case 'consent':
      return isActive ? 'waiting' : 'consentExpired';
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
  codeExpired: ['done', 'expired', 'open', 'open'],
  waiting: ['done', 'done', 'current', 'open'],
  consentExpired: ['done', 'done', 'expired', 'open'],
  denied: ['done', 'done', 'refused', 'open'],
  granted: ['done', 'done', 'done', 'done'],
  revoked: ['done', 'done', 'done', 'refused'],
  ended: ['done', 'done', 'done', 'expired'],
} as const satisfies Record<RequestState, StepStates>;

/** Returns the states of the four steps: phone, code, consent and access. */
export function getStepStates(state: RequestState): StepStates {
  return states[state];
}

/**
 * Lists the requests beside the current one: open ones need an action, closed ones failed. Granted ones appear in the
 * list of patients.
 */
export function listOtherRequests(
  requests: readonly OpenRequest[],
  current: string | null,
  now: number,
): { open: OpenRequest[]; closed: OpenRequest[] } {
  const others = requests.filter((request) => request.id !== current);
  const isOpen = (request: OpenRequest) => ['code', 'waiting'].includes(getRequestState(request, now));
  const isClosed = (request: OpenRequest) =>
    ['denied', 'consentExpired', 'codeExpired'].includes(getRequestState(request, now));
  return { open: others.filter(isOpen), closed: others.filter(isClosed) };
}
