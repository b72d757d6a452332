import type { OpenRequest } from '@medcloud/contract/shapes/access';
import type { Step } from '../../../ui/layout/stepper.tsx';

/** Where an access request stands, as the doctor sees it: alike for every number until its owner has answered. */
export type RequestPlace =
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
export function placeOf(request: OpenRequest | undefined, now: number): RequestPlace {
  if (request === undefined) return 'phone';
  const isLive = request.status === 'pending' && Date.parse(request.codeExpiresAt ?? request.expiresAt) > now;
  switch (request.step) {
    case 'code':
      return isLive ? 'code' : 'codeLapsed';
    case 'consent':
      return isLive ? 'waiting' : 'consentLapsed';
    case 'answered':
      return answeredPlace(request.status);
  }
}

function answeredPlace(status: OpenRequest['status']): RequestPlace {
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

type Four = readonly [Step['state'], Step['state'], Step['state'], Step['state']];

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
} as const satisfies Record<RequestPlace, Four>;

/** The four steps of a place: phone, code, consent, access. */
export function stepStates(place: RequestPlace): Four {
  return states[place];
}

/** The requests beside the one in hand: those somebody must act on, and those that came to nothing. Granted ones are in the list of patients. */
export function besides(
  requests: readonly OpenRequest[],
  current: string | null,
  now: number,
): { open: OpenRequest[]; closed: OpenRequest[] } {
  const others = requests.filter((request) => request.id !== current);
  const isOpen = (request: OpenRequest) => ['code', 'waiting'].includes(placeOf(request, now));
  const isClosed = (request: OpenRequest) => ['denied', 'consentLapsed', 'codeLapsed'].includes(placeOf(request, now));
  return { open: others.filter(isOpen), closed: others.filter(isClosed) };
}
