import { doctorStatuses } from '@medcloud/contract/shapes/accounts';
import { expect, it } from 'vitest';
import { listAccountActions } from './account-actions.ts';

const account = { userId: 'u', name: 'n', doctor: null, disabled: undefined };

it('lists for each account the actions that the server allows and the ones that reverse them', () => {
  expect(listAccountActions(account)).toEqual(['disable', 'endSessions']);
  expect(listAccountActions({ ...account, disabled: { since: '2026-11-22T10:00:00.000Z', reason: null } })).toEqual([
    'enable',
  ]);
  const ofDoctors = doctorStatuses.map((status) => [
    status,
    listAccountActions({ ...account, doctor: { id: 'd', status } }),
  ]);
  expect(Object.fromEntries(ofDoctors)).toEqual({
    pending: ['endSessions'],
    verified: ['suspend', 'endSessions'],
    pending_review: ['endSessions'],
    suspended: ['reinstate'],
    rejected: [],
    closed: [],
  });
});
