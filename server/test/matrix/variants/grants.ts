import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { requestAndRespond } from '../../harness/fixtures.ts';
import { type Attempt, plain, type Variant, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec, type TestResponse } from '../send.ts';
import { expectNoP1 } from './center.ts';

/** Variants that revoke a grant by others than the patient, and that list a patient's active grants. */

const reason = { reason: 'mistake' };

interface RevokingActor {
  path: string;
  /** The actor that may revoke the grant. */
  actor: Attempt['actor'];
  body?: object;
}

const center: RevokingActor = { path: '/api/medical-center/grants/{G1}/revoke', actor: 'center_a', body: reason };
const doctor: RevokingActor = { path: '/api/doctor/grants/{G1}/relinquish', actor: 'doctor_consent' };
const admin: RevokingActor = { path: '/api/admin/grants/{G1}/revoke', actor: 'admin', body: reason };

async function grantOf({ fixture }: Attempt, patientId: string): Promise<string> {
  const [row] = await fixture.sql(
    'SELECT id FROM patient_access WHERE public_patient_id = $1 ORDER BY request_date DESC LIMIT 1',
    [patientId],
  );
  return String(row?.id);
}

/** G1: the grant that doctor_consent holds on P1. */
const g1 = async ({ fixture }: Attempt): Promise<string> => {
  const { doctors, centerA } = fixture.testApp.fixtures;
  const [row] = await fixture.sql(
    `SELECT id FROM patient_access WHERE doctor_id = $1 AND patient_id = $2 AND status = 'granted'`,
    [doctors.consent.id, centerA.patient.id],
  );
  return String(row?.id);
};

/**
 * Creates a grant for a row that revokes it: on a patient of center A, of doctor_consent if that doctor revokes it.
 */
async function newGrant(attempt: Attempt): Promise<string> {
  const { fixture } = attempt;
  if (attempt.actor !== 'doctor_consent') return await grantOf(attempt, (await fixture.grantedLink()).patientId);
  const { patientId, phone } = await fixture.newPatient();
  const client = await fixture.client('doctor_consent');
  await fixture.resetLimits();
  await requestAndRespond(fixture.testApp, { ...fixture.testApp.fixtures.doctors.consent, client }, phone, 'grant');
  await fixture.resetLimits();
  return await grantOf(attempt, patientId);
}

const request = ({ path, body }: RevokingActor, id: string): RequestSpec => ({
  method: 'POST',
  path: path.replace('{G1}', id),
  ...(body ? { json: body } : {}),
});

const grantFor = async (endingActor: RevokingActor, attempt: Attempt) =>
  attempt.actor === endingActor.actor ? await newGrant(attempt) : await g1(attempt);

const isRevoked: Variant['demand'] = (response) => expect(jsonOf(response)).toEqual({ ok: true, status: 'revoked' });

/** A repeated call has no effect and returns the first reply. */
const twice = (endingActor: RevokingActor): Variant => ({
  run: async (attempt) => {
    const revokeRequest = request(endingActor, await grantFor(endingActor, attempt));
    const responses: TestResponse[] = [await attempt.send(revokeRequest), await attempt.send(revokeRequest)];
    return responses;
  },
  demand: isRevoked,
});

/** A pending request is not a grant and cannot be ended. */
const unanswered = (endingActor: RevokingActor): Variant => ({
  run: async (attempt) => {
    const { fixture } = attempt;
    const hasPendingRequest = attempt.actor === endingActor.actor && attempt.actor !== 'doctor_consent';
    const id = hasPendingRequest ? await grantOf(attempt, (await fixture.nextLink()).patientId) : await g1(attempt);
    return await attempt.send(request(endingActor, id));
  },
});

const endVariants = (endingActor: RevokingActor): Variants => ({
  [`POST ${endingActor.path} default`]: plain(
    async (attempt) => request(endingActor, await grantFor(endingActor, attempt)),
    isRevoked,
  ),
  [`POST ${endingActor.path} ended_before`]: twice(endingActor),
});

/** The body is validated before the grant is looked up: the reason is one of four. */
const badReason = (endingActor: RevokingActor): Variants => ({
  [`POST ${endingActor.path} unanswered`]: unanswered(endingActor),
  [`POST ${endingActor.path} invalid_body`]: {
    run: async (attempt) => [
      await attempt.send(request({ ...endingActor, body: {} }, await g1(attempt))),
      await attempt.send(request({ ...endingActor, body: { reason: 'because' } }, await g1(attempt))),
    ],
  },
});

const listPath = '/api/medical-center/patients/{P1}/grants';

export const grants: Variants = {
  ...endVariants(center),
  ...endVariants(doctor),
  ...endVariants(admin),
  ...badReason(center),
  ...badReason(admin),
  [`GET ${listPath} default`]: plain(
    ({ fixture }) => ({
      method: 'GET',
      path: listPath.replace('{P1}', fixture.testApp.fixtures.centerA.patient.patientId),
    }),
    (response, { actor, fixture }) => {
      if (actor !== 'center_a') return expectNoP1(response, fixture);
      const activeGrants = routes.center.patientGrants.reply.parse(jsonOf(response));
      expect(activeGrants.map(({ doctor: { lastName } }) => lastName).length, 'doctors with an active grant').toBe(2);
    },
  ),
};
