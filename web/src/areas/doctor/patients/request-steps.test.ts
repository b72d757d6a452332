import type { OpenRequest } from '@medcloud/contract/shapes/access';
import { describe, expect, it } from 'vitest';
import { getRequestState, getStepStates, listOtherRequests } from './request-steps.ts';

const now = Date.parse('2026-11-21T10:46:00.000Z');

function request(parts: Partial<OpenRequest>): OpenRequest {
  return {
    id: 'one',
    phone: '…143',
    step: 'code',
    status: 'pending',
    requestedAt: '2026-11-21T10:41:00.000Z',
    expiresAt: '2026-11-21T10:51:00.000Z',
    ...parts,
  };
}

describe('getRequestState and getStepStates', () => {
  it('returns the phone step without a request', () => {
    expect(getRequestState(undefined, now)).toBe('phone');
    expect(getStepStates('phone')).toEqual(['current', 'open', 'open', 'open']);
  });

  it('returns the code step until the code expires, even without a new response', () => {
    const sent = request({ codeExpiresAt: '2026-11-21T10:51:00.000Z' });
    expect(getRequestState(sent, now)).toBe('code');
    expect(getRequestState(sent, Date.parse('2026-11-21T10:51:00.000Z'))).toBe('codeExpired');
    expect(getRequestState(request({ status: 'expired' }), now)).toBe('codeExpired');
    expect(getStepStates('codeExpired')).toEqual(['done', 'expired', 'open', 'open']);
  });

  it("returns the patient's step after the code is verified", () => {
    const verified = request({ step: 'consent', expiresAt: '2026-11-24T10:42:00.000Z' });
    expect(getRequestState(verified, now)).toBe('waiting');
    expect(getStepStates('waiting')).toEqual(['done', 'done', 'current', 'open']);
    expect(getRequestState({ ...verified, status: 'expired' }, now)).toBe('consentExpired');
  });

  it('distinguishes a denied request from an expired or revoked grant', () => {
    const states = (['granted', 'denied', 'revoked', 'expired'] as const).map((status) =>
      getRequestState(request({ step: 'answered', status }), now),
    );
    expect(states).toEqual(['granted', 'denied', 'revoked', 'ended']);
    expect(getStepStates('denied')[2]).toBe('refused');
    expect(getStepStates('revoked')[3]).toBe('refused');
    expect(getStepStates('ended')[3]).toBe('expired');
  });
});

describe('listOtherRequests', () => {
  it('leaves out the current request and the granted ones', () => {
    const list = [
      request({ id: 'hand' }),
      request({ id: 'code' }),
      request({ id: 'consent', step: 'consent', expiresAt: '2026-11-24T10:42:00.000Z' }),
      request({ id: 'granted', step: 'answered', status: 'granted' }),
      request({ id: 'denied', step: 'answered', status: 'denied' }),
    ];
    const { open, closed } = listOtherRequests(list, 'hand', now);
    expect(open.map(({ id }) => id)).toEqual(['code', 'consent']);
    expect(closed.map(({ id }) => id)).toEqual(['denied']);
  });
});
