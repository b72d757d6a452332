import { limits, routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { examForm, phoneA, uploadExam } from '../../harness/fixtures.ts';
import { tinyDicom } from '../../harness/tiny-dicom.ts';
import { zipOf } from '../../phantom/zip-of.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';
import { jsonOf, masked, type RequestSpec, type TestResponse } from '../send.ts';

const get = (path: string): RequestSpec => ({ method: 'GET', path });
const patientsPath = '/api/medical-center/patients';
const uploadPath = '/api/medical-center/upload-exam';

/** Expects that a response has no identifier of P1. Only P1's center may see them. */
export function expectNoP1(response: TestResponse, fixture: MatrixFixture): void {
  const { patient, examId } = fixture.testApp.fixtures.centerA;
  for (const identifier of [patient.patientId, patient.id, patient.lastName, phoneA, examId])
    expect(response.text).not.toContain(identifier);
}

const ownOnly: Variant['demand'] = (response, { actor, fixture }) => {
  expect(response.text).not.toContain('amka');
  if (actor === 'center_b') expectNoP1(response, fixture);
};

/** Another center's upload does not change the figures. */
const dashboardDemand: Variant['demand'] = async (response, attempt) => {
  if (attempt.actor !== 'center_b') return;
  expectNoP1(response, attempt.fixture);
  const { centerA } = attempt.fixture.testApp.fixtures;
  await uploadExam(
    await attempt.fixture.client('center_a'),
    centerA.patient.patientId,
    tinyDicom({ patientName: '', seed: attempt.fixture.nextNumber() }),
  );
  const again = await attempt.send(get('/api/medical-center/dashboard'));
  expect(jsonOf(again)).toEqual(jsonOf(response));
};

const search = (text: string) => get(`${patientsPath}?search=${encodeURIComponent(text)}`);

const searchForP1: Variant = plain(
  () => search('Παπαδοπούλου'),
  async (response, attempt) => {
    const { patientId } = attempt.fixture.testApp.fixtures.centerA.patient;
    const found = z.array(z.object({ patientId: z.string() })).parse(jsonOf(response));
    if (attempt.actor === 'center_a') expect(found.map((each) => each.patientId)).toContain(patientId);
    else expect(found).toEqual([]);
    for (const literal of ['%', '_', '\\']) expect((await attempt.send(search(literal))).text).toBe('[]');
    expect((await attempt.send(search('a'.repeat(limits.searchMax + 1)))).status).toBe(400);
  },
);

/** Files that name P1 as its record does. */
const filesOfP1 = ({ fixture }: Attempt): RequestSpec => {
  const { firstName, lastName, dateOfBirth } = fixture.testApp.fixtures.centerA.patient;
  const spelling = { name: `${lastName}^${firstName}`, birthDate: dateOfBirth, sex: null, number: null };
  return { method: 'POST', path: `${patientsPath}/match`, json: { spellings: [spelling] } };
};

const matchOfP1: Variant['demand'] = (response, { actor, fixture }) => {
  if (actor === 'center_b') expectNoP1(response, fixture);
  else expect(response.text).toContain(fixture.testApp.fixtures.centerA.patient.patientId);
};

const newPatient = { firstName: 'Νίκος', lastName: 'Ιωάννου', dateOfBirth: '1972-08-09', gender: 'Male' };

const registration: Variant = {
  run: (attempt) => {
    const { centerA, centerB } = attempt.fixture.testApp.fixtures;
    const other = attempt.actor === 'center_a' ? centerB : centerA;
    const smuggled = { medicalCenterId: other.id, centerId: other.id, patientId: 'P-0000000000', id: other.patient.id };
    return attempt.send({
      method: 'POST',
      path: patientsPath,
      json: { ...newPatient, ...smuggled, createdAt: '2020-01-01T00:00:00Z' },
    });
  },
  demand: async (response, { actor, fixture }) => {
    const registered = routes.center.registerPatient.reply.parse(jsonOf(response));
    expect(registered.patientId).not.toBe('P-0000000000');
    expect(registered.createdAt).not.toContain('2020');
    const [row] = await fixture.sql('SELECT center_id FROM patients WHERE patient_id = $1', [registered.patientId]);
    const { centerA, centerB } = fixture.testApp.fixtures;
    expect(row?.center_id).toBe(actor === 'center_a' ? centerA.id : centerB.id);
  },
};

/** Returns the center's own patient, or P1 for other actors. */
const ownPatientId = ({ actor, fixture }: Attempt): string =>
  (actor === 'center_b' ? fixture.testApp.fixtures.centerB : fixture.testApp.fixtures.centerA).patient.patientId;

const upload = (patientId: string, file: Buffer): RequestSpec => ({
  method: 'POST',
  path: uploadPath,
  form: examForm(patientId, file),
});

const examFile = ({ fixture }: Attempt): Buffer =>
  tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: fixture.nextNumber() });

/** A foreign patient is rejected before the file is complete, with the same response as an unknown id. */
const uploadForP1: Variant = {
  run: async (attempt) => {
    const { patientId } = attempt.fixture.testApp.fixtures.centerA.patient;
    const request = upload(patientId, examFile(attempt));
    if (attempt.actor !== 'center_b') return await attempt.send(request);
    const response = await attempt.send({ ...request, declaredBytes: limits.uploadBytes });
    const unknown = await attempt.send(upload('P-ZZZZZZZZZZ', examFile(attempt)));
    expect(masked(response)).toBe(masked(unknown));
    return response;
  },
};

const wrongFile = (file: (attempt: Attempt) => Buffer | Promise<Buffer>): Variant =>
  plain(async (attempt) => upload(ownPatientId(attempt), await file(attempt)));

async function pathTraversalArchive(attempt: Attempt): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf([{ name: '../outside.dcm', bytes: examFile(attempt) }])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Fills the quota to its last byte for one upload, then restores it. */
const fullPlan: Variant = {
  run: async (attempt) => {
    const { centerA, centerB } = attempt.fixture.testApp.fixtures;
    const centers = [centerA.id, centerB.id];
    const [before] = await attempt.fixture.sql('SELECT quota_bytes FROM medical_centers WHERE id = $1', [centerA.id]);
    await attempt.fixture.sql(
      `UPDATE medical_centers SET quota_bytes = f.exam_bytes FROM center_figures f
       WHERE f.center_id = id AND id = ANY ($1)`,
      [centers],
    );
    const response = await attempt.send(upload(ownPatientId(attempt), examFile(attempt)));
    await attempt.fixture.sql('UPDATE medical_centers SET quota_bytes = $2 WHERE id = ANY ($1)', [
      centers,
      before?.quota_bytes,
    ]);
    return response;
  },
};

const uploads: Variants = {
  [`POST ${uploadPath} patient_P1`]: uploadForP1,
  [`POST ${uploadPath} cookie_cross_site`]: crossSite((attempt) => upload(ownPatientId(attempt), examFile(attempt))),
  [`POST ${uploadPath} over_500_MB`]: plain((attempt) => ({
    ...upload(ownPatientId(attempt), examFile(attempt)),
    // The declared size includes the form around the file, so a size slightly above the file's limit could still fit.
    declaredBytes: limits.uploadBytes + 2 * 1_048_576,
  })),
  [`POST ${uploadPath} quota_exceeded`]: fullPlan,
  [`POST ${uploadPath} not_dicom_or_zip`]: wrongFile(() => Buffer.from('a letter, and no image at all\n'.repeat(20))),
  [`POST ${uploadPath} zip_bomb_or_traversal`]: wrongFile(pathTraversalArchive),
};

/** P1, a patient of center A. */
const p1 = ({ fixture }: Attempt): string => fixture.testApp.fixtures.centerA.patient.patientId;
const e1 = ({ fixture }: Attempt): string => fixture.testApp.fixtures.centerA.examId;
const post = (path: string, json?: unknown): RequestSpec => ({
  method: 'POST',
  path,
  ...(json === undefined ? {} : { json }),
});
const patch = (path: string, json: unknown): RequestSpec => ({ method: 'PATCH', path, json });

/** Runs center A's rows on new data, because they change it. All other actors get the row's own P1 or E1. */
const ofOwn =
  (own: (attempt: Attempt) => Promise<RequestSpec>, foreign: (attempt: Attempt) => RequestSpec): Variant['run'] =>
  async (attempt) =>
    attempt.send(attempt.actor === 'center_a' ? await own(attempt) : foreign(attempt));

const patientOfA: Variants = {
  [`GET ${patientsPath}/{P1} default`]: plain(
    (attempt) => get(`${patientsPath}/${p1(attempt)}`),
    (response) => {
      const { grants } = z.object({ grants: z.array(z.object({ status: z.string() })) }).parse(jsonOf(response));
      const statuses = new Set(grants.map((grant) => grant.status));
      for (const status of ['granted', 'denied', 'expired', 'revoked']) expect(statuses).toContain(status);
    },
  ),
  [`PATCH ${patientsPath}/{P1} default`]: plain((attempt) =>
    patch(`${patientsPath}/${p1(attempt)}`, { address: `Ακτή Μιαούλη ${attempt.fixture.nextNumber()}` }),
  ),
  [`POST ${patientsPath}/{P1}/consent-link default`]: {
    run: ofOwn(
      async ({ fixture }) => post(`${patientsPath}/${(await fixture.grantedLink()).patientId}/consent-link`),
      (attempt) => post(`${patientsPath}/${p1(attempt)}/consent-link`),
    ),
  },
};

const examsPath = '/api/medical-center/exams';

/** Uploads a new exam of P1 for one row. */
async function newExam(attempt: Attempt): Promise<string> {
  return await uploadExam(await attempt.fixture.client('center_a'), p1(attempt), examFile(attempt));
}

/** Uploads an exam of P1 and sets the status of a patient mismatch in the database. */
async function newMismatchedExam(attempt: Attempt): Promise<string> {
  const id = await newExam(attempt);
  await attempt.fixture.sql(`UPDATE exams SET status = 'needs-attention' WHERE id = $1`, [id]);
  return id;
}

const reason = { reason: 'The file is another person’s' };

const examOfA: Variants = {
  [`POST ${examsPath}/{E1}/move default`]: {
    run: ofOwn(
      async (attempt) =>
        post(`${examsPath}/${await newExam(attempt)}/move`, {
          patientId: (await attempt.fixture.newPatient()).patientId,
        }),
      (attempt) => post(`${examsPath}/${e1(attempt)}/move`, { patientId: p1(attempt) }),
    ),
  },
  [`POST ${examsPath}/{E1}/move to_P2`]: plain((attempt) =>
    post(`${examsPath}/${e1(attempt)}/move`, { patientId: attempt.fixture.testApp.fixtures.centerB.patient.patientId }),
  ),
  [`POST ${examsPath}/{E1}/withdraw default`]: {
    run: ofOwn(
      async (attempt) => post(`${examsPath}/${await newExam(attempt)}/withdraw`, reason),
      (attempt) => post(`${examsPath}/${e1(attempt)}/withdraw`, reason),
    ),
  },
  [`POST ${examsPath}/{E1}/confirm default`]: {
    run: ofOwn(
      async (attempt) => post(`${examsPath}/${await newMismatchedExam(attempt)}/confirm`, reason),
      (attempt) => post(`${examsPath}/${e1(attempt)}/confirm`, reason),
    ),
  },
  [`POST ${examsPath}/{E1}/confirm without_cause`]: plain((attempt) => post(`${examsPath}/${e1(attempt)}/confirm`)),
};

export const center: Variants = {
  ...patientOfA,
  ...examOfA,
  'GET /api/medical-center/dashboard default': plain(() => get('/api/medical-center/dashboard'), dashboardDemand),
  [`GET ${patientsPath} default`]: plain(() => get(patientsPath), ownOnly),
  [`GET ${patientsPath}?search={text} search_for_P1`]: searchForP1,
  [`POST ${patientsPath}/match default`]: plain(filesOfP1, matchOfP1),
  [`POST ${patientsPath}/match cookie_cross_site`]: crossSite(filesOfP1),
  [`POST ${patientsPath} default`]: registration,
  [`POST ${patientsPath} invalid_body`]: plain(() => ({
    method: 'POST',
    path: patientsPath,
    json: { ...newPatient, firstName: '', dateOfBirth: '2999-01-01' },
  })),
  ...uploads,
  'GET /api/medical-center/exam-history default': plain(() => get('/api/medical-center/exam-history'), ownOnly),
};
