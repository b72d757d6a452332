import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { cookieName } from '../../../src/http/server/credentials.ts';
import { hashSecret } from '../../../src/platform/crypto/hash-secret.ts';
import { codeIn } from '../../harness/outbox.ts';
import { crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const { open, choosePerson, exams, exam, image, download } = routes.own;
const unknownToken = 'AAAAAAAAAAAAAAAAAAAAAAAAAAA';

async function allowViewing(fixture: MatrixFixture): Promise<void> {
  const { id } = fixture.testApp.fixtures.centerA;
  await fixture.sql('UPDATE medical_centers SET own_viewing_days = 0 WHERE id = $1', [id]);
}

/** Opens a session by a code of this link, for this patient's pictures or for none yet. Returns the header of its cookie. */
async function openSession(fixture: MatrixFixture, token: string, patientUuid: string | null) {
  const { testApp } = fixture;
  const secret = randomUUID();
  await allowViewing(fixture);
  await fixture.sql(
    `INSERT INTO link_codes (id, token_hash, purpose, phone_index, session_hash, patient_id, used_at, created_at, expires_at)
     VALUES ($1, $2, 'own', $3, $4, $5, $6, $6, $6::timestamptz + interval '10 minutes')`,
    [randomUUID(), hashSecret(token), hashSecret('a phone'), hashSecret(secret), patientUuid, testApp.clock.now()],
  );
  return { cookie: `${cookieName(testApp.config).replace('mc_session', 'mc_own')}=${secret}` };
}

/** Of center A's patient P1. */
async function openExams(fixture: MatrixFixture) {
  const { consentToken, centerA } = fixture.testApp.fixtures;
  return await openSession(fixture, consentToken, centerA.patient.id);
}

const pathOf = (path: string, examId: string) =>
  path.replace('{id}', examId).replace('{series}', '1').replace('{image}', '1');
const get = (path: string, headers: Record<string, string> = {}): RequestSpec => ({ method: 'GET', path, headers });

/** Of a route about one exam: E1, the one of another patient, and without the cookie. */
const ofExam = (path: string, demand?: Variant['demand']): Variants => ({
  [`GET ${path} own_session`]: plain(async ({ fixture }) => {
    const headers = await openExams(fixture);
    return get(pathOf(path, fixture.testApp.fixtures.centerA.examId), headers);
  }, demand),
  [`GET ${path} another_patients`]: plain(async ({ fixture }) => {
    const headers = await openExams(fixture);
    return get(pathOf(path, fixture.testApp.fixtures.centerB.examId), headers);
  }),
  [`GET ${path} without_cookie`]: plain(({ fixture }) => get(pathOf(path, fixture.testApp.fixtures.centerA.examId))),
});

const person = (patientId: string, headers: Record<string, string> = {}): RequestSpec => ({
  method: 'POST',
  path: choosePerson.path,
  headers,
  json: { patientId, dateOfBirth: '1950-05-17' },
});

const changeViewing: RequestSpec = {
  method: 'PUT',
  path: routes.center.changePatientViewing.path,
  json: { days: 7 },
};

/** A patient's own pictures, after a code and the date of birth. */
export const own: Variants = {
  [`POST ${open.path} without_code`]: plain(async ({ fixture }) => {
    await allowViewing(fixture);
    const { token } = await fixture.sharedGrantedLink();
    await fixture.sql('DELETE FROM link_codes WHERE used_at IS NULL');
    return { method: 'POST', path: open.path, json: { accessToken: token } };
  }),
  [`POST ${open.path} valid_code`]: plain(
    async ({ fixture }) => {
      await allowViewing(fixture);
      const { token, phone } = await fixture.grantedLink();
      const { anonymous, outbox } = fixture.testApp;
      const before = await outbox.countSms(phone);
      await anonymous.json('POST', open.path, { accessToken: token });
      const code = codeIn((await outbox.nextSms(phone, before)).text);
      return { method: 'POST', path: open.path, json: { accessToken: token, code } };
    },
    (response) => expect(String(response.headers['set-cookie'])).toMatch(/mc_own.*HttpOnly/),
  ),
  [`POST ${open.path} unknown_token`]: plain(() => ({
    method: 'POST',
    path: open.path,
    json: { accessToken: unknownToken },
  })),
  [`POST ${choosePerson.path} own_session`]: plain(async ({ fixture }) => {
    const { consentToken, centerA } = fixture.testApp.fixtures;
    return person(centerA.patient.patientId, await openSession(fixture, consentToken, null));
  }),
  [`POST ${choosePerson.path} without_cookie`]: plain(({ fixture }) =>
    person(fixture.testApp.fixtures.centerA.patient.patientId),
  ),
  [`GET ${exams.path} own_session`]: plain(
    async ({ fixture }) => get(exams.path, await openExams(fixture)),
    (response, { fixture }) =>
      expect(jsonOf(response)).toMatchObject({
        name: 'Μαρία Π.',
        exams: [{ id: fixture.testApp.fixtures.centerA.examId }],
      }),
  ),
  [`GET ${exams.path} without_cookie`]: plain(() => get(exams.path)),
  ...ofExam(exam.path),
  ...ofExam(image.path, (response) => expect(response.headers['content-type']).toBe('image/webp')),
  ...ofExam(download.path, (response) => expect(response.headers['content-type']).toBe('application/zip')),
  [`PUT ${changeViewing.path} default`]: plain(async ({ fixture }) => {
    await fixture.sql('UPDATE medical_centers SET own_viewing_days = NULL');
    return changeViewing;
  }),
  [`PUT ${changeViewing.path} cookie_cross_site`]: crossSite(() => changeViewing),
};
