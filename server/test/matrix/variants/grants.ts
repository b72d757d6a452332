import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { askedAndAnswered } from '../../harness/cast.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Answer, type Ask, jsonOf } from '../send.ts';
import { expectNoP1 } from './center.ts';

/** Ends of a grant by other hands than the patient's; and who may see a patient now. */

const reason = { reason: 'mistake' };

interface Hand {
  path: string;
  /** Whose grant it is to end. */
  actor: Attempt['actor'];
  body?: object;
}

const center: Hand = { path: '/api/medical-center/grants/{G1}/revoke', actor: 'center_a', body: reason };
const doctor: Hand = { path: '/api/doctor/grants/{G1}/relinquish', actor: 'doctor_consent' };
const admin: Hand = { path: '/api/admin/grants/{G1}/revoke', actor: 'admin', body: reason };

async function grantOf({ stage }: Attempt, patientId: string): Promise<string> {
  const [row] = await stage.sql(
    'SELECT id FROM patient_access WHERE public_patient_id = $1 ORDER BY request_date DESC LIMIT 1',
    [patientId],
  );
  return String(row?.id);
}

/** G1: the grant that doctor_consent holds on P1. */
const g1 = async ({ stage }: Attempt): Promise<string> => {
  const { doctors, centerA } = stage.world.cast;
  const [row] = await stage.sql(
    `SELECT id FROM patient_access WHERE doctor_id = $1 AND patient_id = $2 AND status = 'granted'`,
    [doctors.consent.id, centerA.patient.id],
  );
  return String(row?.id);
};

/** One of its own for each row that ends it: on a patient of center A, held by doctor_consent where it is that doctor's to give up. */
async function newGrant(attempt: Attempt): Promise<string> {
  const { stage } = attempt;
  if (attempt.actor !== 'doctor_consent') return await grantOf(attempt, (await stage.grantedLink()).patientId);
  const { patientId, phone } = await stage.newPatient();
  const client = await stage.client('doctor_consent');
  await stage.freshLimits();
  await askedAndAnswered(stage.world, { ...stage.world.cast.doctors.consent, client }, phone, 'grant');
  await stage.freshLimits();
  return await grantOf(attempt, patientId);
}

const ask = ({ path, body }: Hand, id: string): Ask => ({
  method: 'POST',
  path: path.replace('{G1}', id),
  ...(body ? { json: body } : {}),
});

const aGrant = async (hand: Hand, attempt: Attempt) =>
  attempt.actor === hand.actor ? await newGrant(attempt) : await g1(attempt);

const isRevoked: Variant['demand'] = (answer) => expect(jsonOf(answer)).toEqual({ ok: true, status: 'revoked' });

/** The same act again has no effect, and the first one's answer. */
const twice = (hand: Hand): Variant => ({
  run: async (attempt) => {
    const asked = ask(hand, await aGrant(hand, attempt));
    const answers: Answer[] = [await attempt.send(asked), await attempt.send(asked)];
    return answers;
  },
  demand: isRevoked,
});

/** A request that waits for the patient is no grant that one could end. */
const unanswered = (hand: Hand): Variant => ({
  run: async (attempt) => {
    const { stage } = attempt;
    const waits = attempt.actor === hand.actor && attempt.actor !== 'doctor_consent';
    const id = waits ? await grantOf(attempt, (await stage.link()).patientId) : await g1(attempt);
    return await attempt.send(ask(hand, id));
  },
});

const ends = (hand: Hand): Variants => ({
  [`POST ${hand.path} default`]: plain(async (attempt) => ask(hand, await aGrant(hand, attempt)), isRevoked),
  [`POST ${hand.path} ended_before`]: twice(hand),
  [`POST ${hand.path} unknown`]: plain(() => ask(hand, randomUUID())),
  [`POST ${hand.path} cookie_cross_site`]: crossSite(async (attempt) => ask(hand, await g1(attempt))),
});

/** Fields come before the object: a reason is one of four. */
const badReason = (hand: Hand): Variants => ({
  [`POST ${hand.path} unanswered`]: unanswered(hand),
  [`POST ${hand.path} invalid_body`]: {
    run: async (attempt) => [
      await attempt.send(ask({ ...hand, body: {} }, await g1(attempt))),
      await attempt.send(ask({ ...hand, body: { reason: 'because' } }, await g1(attempt))),
    ],
  },
});

const listPath = '/api/medical-center/patients/{P1}/grants';

export const grants: Variants = {
  ...ends(center),
  ...ends(doctor),
  ...ends(admin),
  ...badReason(center),
  ...badReason(admin),
  [`GET ${listPath} default`]: plain(
    ({ stage }) => ({ method: 'GET', path: listPath.replace('{P1}', stage.world.cast.centerA.patient.patientId) }),
    (answer, { actor, stage }) => {
      if (actor !== 'center_a') return expectNoP1(answer, stage);
      const held = routes.center.patientGrants.reply.parse(jsonOf(answer));
      expect(held.map(({ doctor: { lastName } }) => lastName).length, 'of those whose grant stands').toBe(2);
    },
  ),
};
