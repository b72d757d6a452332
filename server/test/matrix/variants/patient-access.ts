import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { plain, type Variant, type Variants } from '../attempt.ts';
import { type Ask, jsonOf, masked } from '../send.ts';
import type { Link, Stage } from '../stage.ts';

const unknownToken = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA';
const unknownBlockToken = 'AAAAAAAAAAAA';

const post = (
  act: 'lookup' | 'respond' | 'change' | 'revoke' | 'block' | 'block-lookup',
  json: Record<string, unknown>,
): Ask => ({
  method: 'POST',
  path: `/api/patient-access/${act}`,
  json,
});
const answer = (accessToken: string, response: string) => post('respond', { accessToken, response });

/** An unknown link answers the same bytes as one whose time is over. */
const unknownLink = (ask: (accessToken: string) => Ask): Variant => ({
  run: async (attempt) => {
    // first, since time goes by with it
    const expired = await attempt.stage.expiredToken();
    const answers = [await attempt.send(ask(unknownToken)), await attempt.send(ask(expired))];
    expect(new Set(answers.map(masked)).size).toBe(1);
    return answers;
  },
});

const respond: Variants = {
  'POST /api/patient-access/respond valid_grant': plain(
    async ({ stage }) => answer((await stage.link()).token, 'grant'),
    (given) => expect(jsonOf(given)).toMatchObject({ status: 'granted', records: [{ status: 'granted' }] }),
  ),
  'POST /api/patient-access/respond valid_deny': plain(
    async ({ stage }) => answer((await stage.link()).token, 'deny'),
    (given) => expect(jsonOf(given)).toMatchObject({ status: 'denied', records: [{ status: 'denied' }] }),
  ),
  'POST /api/patient-access/respond repeat_same': plain(
    async ({ stage }) => answer((await stage.agreedLink()).token, 'grant'),
    (given) => expect(jsonOf(given)).toMatchObject({ status: 'granted', records: [{ status: 'granted' }] }),
  ),
  'POST /api/patient-access/respond repeat_other': plain(async ({ stage }) =>
    answer((await stage.agreedLink()).token, 'deny'),
  ),
  'POST /api/patient-access/respond unknown_token': unknownLink((token) => answer(token, 'grant')),
  'POST /api/patient-access/respond expired_token': {
    run: async (attempt) => {
      const token = await attempt.stage.expiredToken();
      return [await attempt.send(answer(token, 'grant')), await attempt.send(answer(token, 'deny'))];
    },
  },
  'POST /api/patient-access/respond malformed_body': plain(({ stage }) =>
    answer(stage.world.cast.consentToken, 'perhaps'),
  ),
  'GET /api/patient-access/respond default': {
    run: async (attempt) => {
      const { consentToken } = attempt.stage.world.cast;
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
    ({ stage }) => post('lookup', { accessToken: stage.world.cast.consentToken }),
    async (given, attempt) => {
      const { patient, examId } = attempt.stage.world.cast.centerA;
      for (const clinical of [examId, patient.lastName, patient.dateOfBirth])
        expect(given.text).not.toContain(clinical);
      const again = await attempt.send(post('lookup', { accessToken: attempt.stage.world.cast.consentToken }));
      expect(jsonOf(again)).toEqual(jsonOf(given));
    },
  ),
  'POST /api/patient-access/lookup unknown_or_expired': unknownLink((accessToken) => post('lookup', { accessToken })),
};

/** A link by which the patient had agreed can be used again and again. */
const onGranted = (ask: (link: Link) => Ask, linkOf: (stage: Stage) => Promise<Link>): Variant => ({
  run: async (attempt) => {
    const link = await linkOf(attempt.stage);
    return [await attempt.send(ask(link)), await attempt.send(ask(link))];
  },
});

/** A link that never was, one of a consent, and one of 90 days ago answer the same bytes. */
const deadBlockLink = (act: 'block' | 'block-lookup'): Variant => ({
  run: async (attempt) => {
    const { stage } = attempt;
    const answers = [];
    for (const accessToken of [unknownBlockToken, stage.world.cast.consentToken, await stage.oldBlockToken()])
      answers.push(await attempt.send(post(act, { accessToken })));
    expect(new Set(answers.map(masked)).size).toBe(1);
    return answers;
  },
});

const block: Variants = {
  'POST /api/patient-access/block-lookup valid_token': {
    run: async (attempt) => {
      const ask = post('block-lookup', { accessToken: await attempt.stage.seenBlockToken() });
      const answers = [await attempt.send(ask), await attempt.send(ask)];
      expect(new Set(answers.map(masked)).size).toBe(1);
      return answers;
    },
    demand: (given) => expect(jsonOf(given)).toMatchObject({ days: 90, blockedUntil: null }),
  },
  'POST /api/patient-access/block-lookup unknown_or_expired': deadBlockLink('block-lookup'),
  'POST /api/patient-access/block valid_token': {
    run: async (attempt) => {
      const ask = post('block', { accessToken: await attempt.stage.blockToken() });
      const answers = [await attempt.send(ask), await attempt.send(ask)];
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      return answers;
    },
  },
  'POST /api/patient-access/block unknown_or_expired': deadBlockLink('block'),
};

export const patientAccess: Variants = {
  ...block,
  ...respond,
  ...lookup,
  'POST /api/patient-access/revoke valid_manage_token': {
    ...onGranted(
      ({ token }) => post('revoke', { accessToken: token }),
      (stage) => stage.grantedLink(),
    ),
    demand: (given) => expect(jsonOf(given)).toMatchObject({ status: 'revoked', records: [{ status: 'revoked' }] }),
  },
  'POST /api/patient-access/revoke unknown_token': unknownLink((accessToken) => post('revoke', { accessToken })),
  'POST /api/patient-access/change valid_manage_token': {
    ...onGranted(
      ({ token, patientId }) => post('change', { accessToken: token, patientId, examTypes: ['ct'] }),
      (stage) => stage.agreedLink(),
    ),
    demand: (given) => {
      const { records } = routes.patientAccess.change.reply.parse(jsonOf(given));
      expect(records).toMatchObject([{ status: 'granted', examTypes: ['ct'] }]);
    },
  },
  'POST /api/patient-access/change unknown_token': unknownLink((accessToken) =>
    post('change', { accessToken, patientId: 'P-0000000000', days: 7 }),
  ),
};
