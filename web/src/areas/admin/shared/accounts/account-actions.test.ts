import { doctorStatuses } from '@medcloud/contract/shapes/accounts';
import { expect, it } from 'vitest';
import { listAccountActions } from './account-actions.ts';

const account = { userId: 'u', name: 'n', doctor: null, disabled: undefined };

it('lists for each account the actions that the server allows and the ones that reverse them', () => {
  expect(listAccountActions(account)).toEqual(['disable', 'revokeSessions']);
  expect(listAccountActions({ ...account, disabled: { since: '2026-11-22T10:00:00.000Z', reason: null } })).toEqual([
    'enable',
  ]);
  const ofDoctors = doctorStatuses.map((status) => [
    status,
    listAccountActions({ ...account, doctor: { id: 'd', status } }),
  ]);
  expect(Object.fromEntries(ofDoctors)).toEqual({
    pending: ['revokeSessions'],
    verified: ['suspend', 'revokeSessions'],
    pending_review: ['revokeSessions'],
    suspended: ['reinstate'],
    rejected: [],
    closed: [],
  });
});
