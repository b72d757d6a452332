import { beforeAll, describe, expect, it } from 'vitest';
import { phoneA } from '../../../harness/fixtures.ts';
import { joinMembers, memberActors } from '../../matrix-accounts.ts';
import type { MemberActor } from '../../rows.ts';
import type { RequestSpec } from '../../send.ts';
import { createOverriddenAppFixture, foreignTenantFor } from '../overridden-authorization.ts';
import { dicomWebRequests, identifiersOf, tenantRequests } from '../tenant-requests.ts';

/** T-RLS2 for members: the application takes each for the center's own account, so only the database keeps to the roles. */
describe('row-level security alone, for members', () => {
  const getFixture = createOverriddenAppFixture();
  beforeAll(() => joinMembers(getFixture().testApp));

  /** Sends requests as a member whose roles the application does not look at. Returns what was answered. */
  async function sendUnchecked(actor: MemberActor, requests: readonly RequestSpec[]) {
    const { testApp, matrixFixture, authorization } = getFixture();
    const client = await matrixFixture.client(actor);
    authorization.setOverride({ kind: 'unchecked', foreign: foreignTenantFor(testApp, 'center_b', 'A') });
    try {
      const responses = [];
      for (const request of requests) {
        testApp.clock.advance(500);
        const headers = { ...client.credentials('bearer'), ...request.headers };
        responses.push(await matrixFixture.send({ ...request, headers }));
      }
      return responses;
    } finally {
      authorization.setOverride({ kind: 'honest' });
    }
  }

  it('shows a member for billing no patient, exam, key and grant', async () => {
    const { testApp, tenants } = getFixture();
    const { centerA } = testApp.fixtures;
    const reads = tenantRequests(tenants).filter(({ method }) => method === 'GET' || method === 'HEAD');
    const requests = [...reads, ...dicomWebRequests(tenants.a)];
    const responses = await sendUnchecked('center_a_billing', requests);
    // the center's own ids are in each session's response
    const ofPatient = identifiersOf(centerA, phoneA).filter((id) => id !== centerA.id && id !== centerA.centerId);
    for (const [index, response] of responses.entries())
      for (const identifier of ofPatient)
        expect(response.text, JSON.stringify(requests[index]?.path)).not.toContain(identifier);
    const [patients] = await sendUnchecked('center_a_owner', [{ method: 'GET', path: '/api/medical-center/patients' }]);
    expect(patients?.text).toContain(centerA.patient.patientId);
    const [none] = await sendUnchecked('center_a_billing', [{ method: 'GET', path: '/api/medical-center/patients' }]);
    expect([none?.status, none?.text]).toEqual([200, '[]']);
  });

  it('keeps acts that a role does not include from the exam, the grant, the team and the settings', async () => {
    const { testApp, matrixFixture, tenants } = getFixture();
    const { examId, patient, id } = testApp.fixtures.centerA;
    const exam = `/api/medical-center/exams/${examId}`;
    const post = (path: string, json?: unknown): RequestSpec => ({ method: 'POST', path, ...(json ? { json } : {}) });
    const member = `/api/medical-center/members/${tenants.a.memberId}`;
    const team = [
      post('/api/medical-center/members', {
        ...{ email: 'smuggled@example.gr', displayName: 'Μέλος', username: 'smuggled', roles: ['owner'] },
      }),
      { method: 'PATCH', path: member, json: { roles: ['owner'] } },
      post(`${member}/send-again`),
      post(`${member}/end`),
      { method: 'PATCH', path: '/api/medical-center/settings', json: { secondFactor: 'required', idleMinutes: 5 } },
    ];
    const settings = { method: 'PUT', path: '/api/medical-center/patient-viewing', json: { days: 3 } };
    const withdraw = post(`${exam}/withdraw`, { reason: 'none' });
    const move = post(`${exam}/move`, { patientId: patient.patientId, reason: 'none' });
    const endGrant = post(`/api/medical-center/grants/${tenants.a.grantId}/revoke`, { reason: 'other' });
    const resend = post(`/api/medical-center/patients/${patient.patientId}/consent-link`, {
      grantId: tenants.a.grantId,
    });
    const refusedActs: Record<MemberActor, RequestSpec[]> = {
      center_a_owner: [],
      center_a_technician: [withdraw, endGrant, resend, settings, ...team],
      center_a_secretary: [withdraw, move, settings, ...team],
      center_a_radiologist: [endGrant, resend, settings, ...team],
      center_a_billing: [withdraw, move, endGrant, resend, settings, ...team],
    };
    const rows = () =>
      matrixFixture.sql(
        `SELECT (SELECT md5(string_agg(e::text, ',' ORDER BY e.id)) FROM exams e) AS exams,
           (SELECT md5(string_agg(a::text, ',' ORDER BY a.id)) FROM patient_access a) AS grants,
           (SELECT md5(string_agg(m::text, ',' ORDER BY m.id)) FROM center_members m) AS members,
           (SELECT count(*) FROM center_settings) AS settings,
           (SELECT count(*) FROM consent_links) AS links, (SELECT own_viewing_days FROM medical_centers WHERE id = $1) AS days`,
        [id],
      );
    const before = await rows();
    // a right request; what it did shows in the rows: a grant that stays is answered with its state
    for (const { actor } of memberActors)
      for (const [index, response] of (await sendUnchecked(actor, refusedActs[actor])).entries())
        expect(response.status, `${actor} ${refusedActs[actor][index]?.path} ${response.text}`).not.toBeOneOf([
          400, 401,
        ]);
    expect(await rows()).toEqual(before);
  });
});
