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

describe('the place of an access request', () => {
  it('begins at the phone', () => {
    expect(getRequestState(undefined, now)).toBe('phone');
    expect(getStepStates('phone')).toEqual(['current', 'open', 'open', 'open']);
  });

  it('is the code while one is live, and lapses with it though nothing was fetched meanwhile', () => {
    const sent = request({ codeExpiresAt: '2026-11-21T10:51:00.000Z' });
    expect(getRequestState(sent, now)).toBe('code');
    expect(getRequestState(sent, Date.parse('2026-11-21T10:51:00.000Z'))).toBe('codeLapsed');
    expect(getRequestState(request({ status: 'expired' }), now)).toBe('codeLapsed');
    expect(getStepStates('codeLapsed')).toEqual(['done', 'lapsed', 'open', 'open']);
  });

  it('is the patient’s turn once the code is verified', () => {
    const verified = request({ step: 'consent', expiresAt: '2026-11-24T10:42:00.000Z' });
    expect(getRequestState(verified, now)).toBe('waiting');
    expect(getStepStates('waiting')).toEqual(['done', 'done', 'current', 'open']);
    expect(getRequestState({ ...verified, status: 'expired' }, now)).toBe('consentLapsed');
  });

  it('tells a refusal from an end', () => {
    const states = (['granted', 'denied', 'revoked', 'expired'] as const).map((status) =>
      getRequestState(request({ step: 'answered', status }), now),
    );
    expect(states).toEqual(['granted', 'denied', 'revoked', 'ended']);
    expect(getStepStates('denied')[2]).toBe('refused');
    expect(getStepStates('revoked')[3]).toBe('refused');
    expect(getStepStates('ended')[3]).toBe('lapsed');
  });
});

describe('the other requests', () => {
  it('leaves out the one in hand and those that were granted', () => {
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
