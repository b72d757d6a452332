import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { plain, type Variant, type Variants } from '../attempt.ts';
import type { Link, MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, masked, type RequestSpec } from '../send.ts';

const unknownToken = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA';
const unknownBlockToken = 'AAAAAAAAAAAA';

const post = (
  act: 'lookup' | 'respond' | 'change' | 'revoke' | 'block' | 'block-lookup',
  json: Record<string, unknown>,
): RequestSpec => ({
  method: 'POST',
  path: `/api/patient-access/${act}`,
  json,
});
const respondRequest = (accessToken: string, response: string) => post('respond', { accessToken, response });

/** An unknown link returns the same bytes as an expired one. */
const unknownLink = (request: (accessToken: string) => RequestSpec): Variant => ({
  run: async (attempt) => {
    // Must be first, because it advances the clock.
    const expired = await attempt.fixture.expiredToken();
    const responses = [await attempt.send(request(unknownToken)), await attempt.send(request(expired))];
    expect(new Set(responses.map(masked)).size).toBe(1);
    return responses;
  },
});

const respond: Variants = {
  'POST /api/patient-access/respond valid_grant': plain(
    async ({ fixture }) => respondRequest((await fixture.nextLink()).token, 'grant'),
    (response) => expect(jsonOf(response)).toMatchObject({ status: 'granted', records: [{ status: 'granted' }] }),
  ),
  'POST /api/patient-access/respond valid_deny': plain(
    async ({ fixture }) => respondRequest((await fixture.nextLink()).token, 'deny'),
    (response) => expect(jsonOf(response)).toMatchObject({ status: 'denied', records: [{ status: 'denied' }] }),
  ),
  'POST /api/patient-access/respond repeat_same': plain(
    async ({ fixture }) => respondRequest((await fixture.sharedGrantedLink()).token, 'grant'),
    (response) => expect(jsonOf(response)).toMatchObject({ status: 'granted', records: [{ status: 'granted' }] }),
  ),
  'POST /api/patient-access/respond repeat_other': plain(async ({ fixture }) =>
    respondRequest((await fixture.sharedGrantedLink()).token, 'deny'),
  ),
  'POST /api/patient-access/respond unknown_token': unknownLink((token) => respondRequest(token, 'grant')),
  'POST /api/patient-access/respond expired_token': {
    run: async (attempt) => {
      const token = await attempt.fixture.expiredToken();
      return [await attempt.send(respondRequest(token, 'grant')), await attempt.send(respondRequest(token, 'deny'))];
    },
  },
  'POST /api/patient-access/respond malformed_body': plain(({ fixture }) =>
    respondRequest(fixture.testApp.fixtures.consentToken, 'perhaps'),
  ),
  'GET /api/patient-access/respond default': {
    run: async (attempt) => {
      const { consentToken } = attempt.fixture.testApp.fixtures;
      const refused = await attempt.send({
        method: 'GET',
        path: `/api/patient-access/respond?accessToken=${consentToken}&response=deny`,
      });
      expect(refused.headers.allow).toBe('POST');
      return refused;
    },
  },
};

const lookup: Variants = {
  'POST /api/patient-access/lookup valid_token': plain(
    ({ fixture }) => post('lookup', { accessToken: fixture.testApp.fixtures.consentToken }),
    async (response, attempt) => {
      const { patient, examId } = attempt.fixture.testApp.fixtures.centerA;
      for (const clinical of [examId, patient.lastName, patient.dateOfBirth])
        expect(response.text).not.toContain(clinical);
      const again = await attempt.send(post('lookup', { accessToken: attempt.fixture.testApp.fixtures.consentToken }));
      expect(jsonOf(again)).toEqual(jsonOf(response));
    },
  ),
  'POST /api/patient-access/lookup unknown_or_expired': unknownLink((accessToken) => post('lookup', { accessToken })),
};

/** A granted link can be used repeatedly. */
const onGranted = (
  request: (link: Link) => RequestSpec,
  linkOf: (fixture: MatrixFixture) => Promise<Link>,
): Variant => ({
  run: async (attempt) => {
    const link = await linkOf(attempt.fixture);
    return [await attempt.send(request(link)), await attempt.send(request(link))];
  },
});

/** An unknown link, a consent link and an expired block link return the same bytes. */
const expiredBlockLink = (act: 'block' | 'block-lookup'): Variant => ({
  run: async (attempt) => {
    const { fixture } = attempt;
    const responses = [];
    for (const accessToken of [
      unknownBlockToken,
      fixture.testApp.fixtures.consentToken,
      await fixture.expiredBlockToken(),
    ])
      responses.push(await attempt.send(post(act, { accessToken })));
    expect(new Set(responses.map(masked)).size).toBe(1);
    return responses;
  },
});

const block: Variants = {
  'POST /api/patient-access/block-lookup valid_token': {
    run: async (attempt) => {
      const request = post('block-lookup', { accessToken: await attempt.fixture.sharedBlockToken() });
      const responses = [await attempt.send(request), await attempt.send(request)];
      expect(new Set(responses.map(masked)).size).toBe(1);
      return responses;
    },
    demand: (response) => expect(jsonOf(response)).toMatchObject({ days: 90, blockedUntil: null }),
  },
  'POST /api/patient-access/block-lookup unknown_or_expired': expiredBlockLink('block-lookup'),
  'POST /api/patient-access/block valid_token': {
    run: async (attempt) => {
      const request = post('block', { accessToken: await attempt.fixture.newBlockToken() });
      const responses = [await attempt.send(request), await attempt.send(request)];
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
      return responses;
    },
  },
  'POST /api/patient-access/block unknown_or_expired': expiredBlockLink('block'),
};

export const patientAccess: Variants = {
  ...block,
  ...respond,
  ...lookup,
  'POST /api/patient-access/revoke valid_manage_token': {
    ...onGranted(
      ({ token }) => post('revoke', { accessToken: token }),
      (fixture) => fixture.grantedLink(),
    ),
    demand: (response) =>
      expect(jsonOf(response)).toMatchObject({ status: 'revoked', records: [{ status: 'revoked' }] }),
  },
  'POST /api/patient-access/revoke unknown_token': unknownLink((accessToken) => post('revoke', { accessToken })),
  'POST /api/patient-access/change valid_manage_token': {
    ...onGranted(
      ({ token, patientId }) => post('change', { accessToken: token, patientId, examTypes: ['ct'] }),
      (fixture) => fixture.sharedGrantedLink(),
    ),
    demand: (response) => {
      const { records } = routes.patientAccess.change.reply.parse(jsonOf(response));
      expect(records).toMatchObject([{ status: 'granted', examTypes: ['ct'] }]);
    },
  },
  'POST /api/patient-access/change unknown_token': unknownLink((accessToken) =>
    post('change', { accessToken, patientId: 'P-0000000000', days: 7 }),
  ),
};
