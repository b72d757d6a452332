import { limits, routes } from '@medcloud/contract';
import { expect } from 'vitest';
import * as z from 'zod';
import { examForm, phoneA, uploadExam } from '../../harness/cast.ts';
import { tinyDicom } from '../../harness/tiny-dicom.ts';
import { zipOf } from '../../phantom/zip-of.ts';
import { type Attempt, crossSite, plain, type Variant, type Variants } from '../attempt.ts';
import { type Answer, type Ask, jsonOf, masked } from '../send.ts';
import type { Stage } from '../stage.ts';

const get = (path: string): Ask => ({ method: 'GET', path });
const patientsPath = '/api/medical-center/patients';
const uploadPath = '/api/medical-center/upload-exam';

/** Nothing that tells of P1 may be in an answer to anybody but its center. */
export function expectNoP1(answer: Answer, stage: Stage): void {
  const { patient, examId } = stage.world.cast.centerA;
  for (const trace of [patient.patientId, patient.id, patient.lastName, phoneA, examId])
    expect(answer.text).not.toContain(trace);
}

const ownOnly: Variant['demand'] = (answer, { actor, stage }) => {
  expect(answer.text).not.toContain('amka');
  if (actor === 'center_b') expectNoP1(answer, stage);
};

/** A stranger's upload changes none of the figures. */
const dashboardDemand: Variant['demand'] = async (answer, attempt) => {
  if (attempt.actor !== 'center_b') return;
  expectNoP1(answer, attempt.stage);
  const { centerA } = attempt.stage.world.cast;
  await uploadExam(
    await attempt.stage.client('center_a'),
    centerA.patient.patientId,
    tinyDicom({ patientName: '', seed: attempt.stage.next() }),
  );
  const again = await attempt.send(get('/api/medical-center/dashboard'));
  expect(jsonOf(again)).toEqual(jsonOf(answer));
};

const search = (text: string) => get(`${patientsPath}?search=${encodeURIComponent(text)}`);

const searchForP1: Variant = plain(
  () => search('Παπαδοπούλου'),
  async (answer, attempt) => {
    const { patientId } = attempt.stage.world.cast.centerA.patient;
    const found = z.array(z.object({ patientId: z.string() })).parse(jsonOf(answer));
    if (attempt.actor === 'center_a') expect(found.map((each) => each.patientId)).toContain(patientId);
    else expect(found).toEqual([]);
    for (const literal of ['%', '_', '\\']) expect((await attempt.send(search(literal))).text).toBe('[]');
    expect((await attempt.send(search('a'.repeat(limits.searchMax + 1)))).status).toBe(400);
  },
);

const newPatient = { firstName: 'Νίκος', lastName: 'Ιωάννου', dateOfBirth: '1972-08-09', gender: 'Male' };

const registration: Variant = {
  run: (attempt) => {
    const { centerA, centerB } = attempt.stage.world.cast;
    const other = attempt.actor === 'center_a' ? centerB : centerA;
    const smuggled = { medicalCenterId: other.id, centerId: other.id, patientId: 'P-0000000000', id: other.patient.id };
    return attempt.send({
      method: 'POST',
      path: patientsPath,
      json: { ...newPatient, ...smuggled, createdAt: '2020-01-01T00:00:00Z' },
    });
  },
  demand: async (answer, { actor, stage }) => {
    const made = routes.center.registerPatient.reply.parse(jsonOf(answer));
    expect(made.patientId).not.toBe('P-0000000000');
    expect(made.createdAt).not.toContain('2020');
    const [row] = await stage.sql('SELECT center_id FROM patients WHERE patient_id = $1', [made.patientId]);
    const { centerA, centerB } = stage.world.cast;
    expect(row?.center_id).toBe(actor === 'center_a' ? centerA.id : centerB.id);
  },
};

/** The center's own patient, or P1 for whoever has none. */
const ownPatientId = ({ actor, stage }: Attempt): string =>
  (actor === 'center_b' ? stage.world.cast.centerB : stage.world.cast.centerA).patient.patientId;

const upload = (patientId: string, file: Buffer): Ask => ({
  method: 'POST',
  path: uploadPath,
  form: examForm(patientId, file),
});

const anExam = ({ stage }: Attempt): Buffer => tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: stage.next() });

/** A foreign patient is refused before the file: its body never ends, and the answer comes all the same, alike for an unknown id. */
const uploadForP1: Variant = {
  run: async (attempt) => {
    const { patientId } = attempt.stage.world.cast.centerA.patient;
    const ask = upload(patientId, anExam(attempt));
    if (attempt.actor !== 'center_b') return await attempt.send(ask);
    const answer = await attempt.send({ ...ask, declaredBytes: limits.uploadBytes });
    const unknown = await attempt.send(upload('P-ZZZZZZZZZZ', anExam(attempt)));
    expect(masked(answer)).toBe(masked(unknown));
    return answer;
  },
};

const wrongFile = (file: (attempt: Attempt) => Buffer | Promise<Buffer>): Variant =>
  plain(async (attempt) => upload(ownPatientId(attempt), await file(attempt)));

async function archiveThatClimbs(attempt: Attempt): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of zipOf([{ name: '../outside.dcm', bytes: anExam(attempt) }])) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Full to its last byte; the next row finds the plan as it was. */
const fullPlan: Variant = {
  run: async (attempt) => {
    const { centerA, centerB } = attempt.stage.world.cast;
    const centers = [centerA.id, centerB.id];
    const [before] = await attempt.stage.sql('SELECT quota_bytes FROM medical_centers WHERE id = $1', [centerA.id]);
    await attempt.stage.sql(
      `UPDATE medical_centers SET quota_bytes = f.exam_bytes FROM center_figures f
       WHERE f.center_id = id AND id = ANY ($1)`,
      [centers],
    );
    const answer = await attempt.send(upload(ownPatientId(attempt), anExam(attempt)));
    await attempt.stage.sql('UPDATE medical_centers SET quota_bytes = $2 WHERE id = ANY ($1)', [
      centers,
      before?.quota_bytes,
    ]);
    return answer;
  },
};

const uploads: Variants = {
  [`POST ${uploadPath} patient_P1`]: uploadForP1,
  [`POST ${uploadPath} cookie_cross_site`]: crossSite((attempt) => upload(ownPatientId(attempt), anExam(attempt))),
  [`POST ${uploadPath} over_500_MB`]: plain((attempt) => ({
    ...upload(ownPatientId(attempt), anExam(attempt)),
    // the form around the file is counted with it, so a little above the file's own limit may still be one that fits
    declaredBytes: limits.uploadBytes + 2 * 1_048_576,
  })),
  [`POST ${uploadPath} quota_exceeded`]: fullPlan,
  [`POST ${uploadPath} not_dicom_or_zip`]: wrongFile(() => Buffer.from('a letter, and no image at all\n'.repeat(20))),
  [`POST ${uploadPath} zip_bomb_or_traversal`]: wrongFile(archiveThatClimbs),
};

/** P1, whom center B does not know. */
const p1 = ({ stage }: Attempt): string => stage.world.cast.centerA.patient.patientId;
const e1 = ({ stage }: Attempt): string => stage.world.cast.centerA.examId;
const post = (path: string, json?: unknown): Ask => ({ method: 'POST', path, ...(json === undefined ? {} : { json }) });
const patch = (path: string, json: unknown): Ask => ({ method: 'PATCH', path, json });

/** What center A alone may touch is made for it; to everybody else the row's own P1 or E1 is named. */
const ofOwn =
  (own: (attempt: Attempt) => Promise<Ask>, foreign: (attempt: Attempt) => Ask): Variant['run'] =>
  async (attempt) =>
    attempt.send(attempt.actor === 'center_a' ? await own(attempt) : foreign(attempt));

const aPatientOfA: Variants = {
  [`GET ${patientsPath}/{P1} default`]: plain(
    (attempt) => get(`${patientsPath}/${p1(attempt)}`),
    (answer) => {
      const { grants } = z.object({ grants: z.array(z.object({ status: z.string() })) }).parse(jsonOf(answer));
      const statuses = new Set(grants.map((grant) => grant.status));
      for (const status of ['granted', 'denied', 'expired', 'revoked']) expect(statuses).toContain(status);
    },
  ),
  [`PATCH ${patientsPath}/{P1} default`]: plain((attempt) =>
    patch(`${patientsPath}/${p1(attempt)}`, { address: `Ακτή Μιαούλη ${attempt.stage.next()}` }),
  ),
  [`PATCH ${patientsPath}/{P1} cookie_cross_site`]: crossSite((attempt) =>
    patch(`${patientsPath}/${p1(attempt)}`, { lastName: 'Άλλη' }),
  ),
  [`GET ${patientsPath}/{P1}/access-log default`]: plain((attempt) => get(`${patientsPath}/${p1(attempt)}/access-log`)),
  [`POST ${patientsPath}/{P1}/reveal default`]: plain((attempt) => post(`${patientsPath}/${p1(attempt)}/reveal`)),
  [`POST ${patientsPath}/{P1}/reveal cookie_cross_site`]: crossSite((attempt) =>
    post(`${patientsPath}/${p1(attempt)}/reveal`),
  ),
  [`POST ${patientsPath}/{P1}/consent-link default`]: {
    run: ofOwn(
      async ({ stage }) => post(`${patientsPath}/${(await stage.grantedLink()).patientId}/consent-link`),
      (attempt) => post(`${patientsPath}/${p1(attempt)}/consent-link`),
    ),
  },
  [`POST ${patientsPath}/{P1}/consent-link cookie_cross_site`]: crossSite((attempt) =>
    post(`${patientsPath}/${p1(attempt)}/consent-link`),
  ),
};

const examsPath = '/api/medical-center/exams';

/** An exam of P1 for one row alone. */
async function newExam(attempt: Attempt): Promise<string> {
  return await uploadExam(await attempt.stage.client('center_a'), p1(attempt), anExam(attempt));
}

/** An exam of P1 that the portal holds back for a doubt; no route makes one yet. */
async function doubtedExam(attempt: Attempt): Promise<string> {
  const id = await newExam(attempt);
  await attempt.stage.sql(`UPDATE exams SET status = 'needs-attention' WHERE id = $1`, [id]);
  return id;
}

const reason = { reason: 'The file is another person’s' };

const anExamOfA: Variants = {
  [`POST ${examsPath}/{E1}/move default`]: {
    run: ofOwn(
      async (attempt) =>
        post(`${examsPath}/${await newExam(attempt)}/move`, {
          patientId: (await attempt.stage.newPatient()).patientId,
        }),
      (attempt) => post(`${examsPath}/${e1(attempt)}/move`, { patientId: p1(attempt) }),
    ),
  },
  [`POST ${examsPath}/{E1}/move cookie_cross_site`]: crossSite((attempt) =>
    post(`${examsPath}/${e1(attempt)}/move`, { patientId: p1(attempt) }),
  ),
  [`POST ${examsPath}/{E1}/move to_P2`]: plain((attempt) =>
    post(`${examsPath}/${e1(attempt)}/move`, { patientId: attempt.stage.world.cast.centerB.patient.patientId }),
  ),
  [`POST ${examsPath}/{E1}/withdraw default`]: {
    run: ofOwn(
      async (attempt) => post(`${examsPath}/${await newExam(attempt)}/withdraw`, reason),
      (attempt) => post(`${examsPath}/${e1(attempt)}/withdraw`, reason),
    ),
  },
  [`POST ${examsPath}/{E1}/withdraw cookie_cross_site`]: crossSite((attempt) =>
    post(`${examsPath}/${e1(attempt)}/withdraw`, reason),
  ),
  [`POST ${examsPath}/{E1}/confirm default`]: {
    run: ofOwn(
      async (attempt) => post(`${examsPath}/${await doubtedExam(attempt)}/confirm`, reason),
      (attempt) => post(`${examsPath}/${e1(attempt)}/confirm`, reason),
    ),
  },
  [`POST ${examsPath}/{E1}/confirm cookie_cross_site`]: crossSite((attempt) =>
    post(`${examsPath}/${e1(attempt)}/confirm`),
  ),
  [`POST ${examsPath}/{E1}/confirm without_cause`]: plain((attempt) => post(`${examsPath}/${e1(attempt)}/confirm`)),
};

export const center: Variants = {
  ...aPatientOfA,
  ...anExamOfA,
  'GET /api/medical-center/dashboard default': plain(() => get('/api/medical-center/dashboard'), dashboardDemand),
  [`GET ${patientsPath} default`]: plain(() => get(patientsPath), ownOnly),
  [`GET ${patientsPath}?search={text} search_for_P1`]: searchForP1,
  [`POST ${patientsPath} default`]: registration,
  [`POST ${patientsPath} invalid_body`]: plain(() => ({
    method: 'POST',
    path: patientsPath,
    json: { ...newPatient, firstName: '', dateOfBirth: '2999-01-01' },
  })),
  ...uploads,
  'GET /api/medical-center/exam-history default': plain(() => get('/api/medical-center/exam-history'), ownOnly),
};
