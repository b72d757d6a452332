import { createHash } from 'node:crypto';
import { createSeededRandom, mutate, type SeededRandom } from '@medcloud/dicom/test/mutate.ts';
import { testFile, testFilePaths } from '@medcloud/dicom/test/test-files.ts';
import { buildZip, type Member } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeep, seed as runSeed } from '../harness/depth.ts';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { fieldParts, filePart, problemOf, sendParts } from '../harness/multipart.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { examFields, requestUpload, send } from '../harness/tus.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';

// In addition to the tests of the dicom package. The environment sets another number, or the seed of an earlier run.
const uploads = Number(process.env.FUZZ_UPLOADS ?? (isDeep ? 400 : 24));
const seed = Number(process.env.FUZZ_SEED ?? runSeed);
const parallelRuns = 3;
/** Uploads per center: a center may create 200 uploads a day. */
const maxPerCenter = 150;
const neighborInterval = 20;

const files = testFilePaths()
  .map(testFile)
  .filter((bytes) => bytes.length < 100_000);
const pick = (random: SeededRandom) => files[random(files.length)] ?? new Uint8Array();

function archiveOf(rng: SeededRandom): Uint8Array {
  const members = Array.from(
    { length: 1 + rng(4) },
    (_, index): Member => ({ name: `IM${index}`, content: pick(rng), method: rng(2) === 0 ? 'stored' : 'deflated' }),
  );
  return buildZip(members);
}

/** Creates a DICOM file or an archive of several with one to eight mutations. */
function hostileFile(random: SeededRandom): Buffer {
  const original = random(2) === 0 ? pick(random) : archiveOf(random);
  return Buffer.from(mutate(original, pick(random), random));
}

interface Outcome {
  status: number;
  text: string;
  examId: string | undefined;
}

async function sendForm({ client, patient }: CenterFixture, bytes: Buffer): Promise<Outcome> {
  const parts = [...fieldParts({ patientId: patient.patientId }), filePart(bytes)];
  const { status, text } = await sendParts(client, parts);
  return { status, text, examId: status === 201 ? String(JSON.parse(text).id) : undefined };
}

async function sendByTus({ client, patient }: CenterFixture, bytes: Buffer, random: SeededRandom): Promise<Outcome> {
  const created = await requestUpload(client, bytes.length, examFields(patient.patientId));
  const path = created.headers.get('location');
  if (created.status !== 201 || path === null)
    return { status: created.status, text: await created.text(), examId: undefined };
  const half = random(bytes.length);
  const first = await send(client, path, 0, new Uint8Array(bytes.subarray(0, half)));
  const last = first.status === 204 ? await send(client, path, half, new Uint8Array(bytes.subarray(half))) : first;
  const examId = last.headers.get('upload-exam-id') ?? undefined;
  return { status: last.status, text: await last.text(), examId };
}

/** Issue 5: hostile files are rejected with 4xx and a message, or stored as an exam. No crash, no 5xx, no loss. */
describe(`hostile uploads: ${uploads} damaged files, ${parallelRuns} at once (FUZZ_SEED=${seed})`, () => {
  let fixture: ImagingFixture;
  let centers: CenterFixture[];
  const accepted = new Map<string, string>();
  const neighbors: { examId: string; center: CenterFixture; bytes: Buffer }[] = [];
  const counts = { accepted: 0, refused: 0 };

  beforeAll(async () => {
    fixture = await createImagingFixture();
    const admin = await signInAdmin(fixture);
    centers = [];
    for (let number = 0; number < Math.ceil(uploads / maxPerCenter / parallelRuns) * parallelRuns; number += 1)
      centers.push(await createCenter(fixture, admin, planOf(number)));
  });
  afterAll(() => fixture.close());

  const planOf = (number: number) => ({
    number: 10 + number,
    name: `Hostile ${number}`,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: `+3069100000${10 + number}`,
  });

  async function sendOne(round: number, center: CenterFixture): Promise<void> {
    const random = createSeededRandom(seed + round);
    const bytes = hostileFile(random);
    const outcome = random(2) === 0 ? await sendForm(center, bytes) : await sendByTus(center, bytes, random);
    const reproduce = `FUZZ_SEED=${seed + round} FUZZ_UPLOADS=1: ${outcome.status} ${outcome.text}`;
    if (outcome.examId !== undefined) {
      accepted.set(outcome.examId, reproduce);
      counts.accepted += 1;
      return;
    }
    expect(outcome.status, reproduce).toBeOneOf([400, 413, 415, 422]);
    expect(problemOf({ ...outcome, headers: {} }).message, reproduce).toMatch(/^\p{Lu}.*\.$/u);
    counts.refused += 1;
  }

  async function sendRun(run: number): Promise<void> {
    for (let turn = 0; run + turn * parallelRuns < uploads; turn += 1) {
      const center = centers[run + Math.floor(turn / maxPerCenter) * parallelRuns];
      if (center === undefined) throw new Error('Not enough centers.');
      if (turn % neighborInterval === 0) {
        const bytes = tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed: 1_000 + run + turn * parallelRuns });
        neighbors.push({ examId: await uploadExam(center.client, center.patient.patientId, bytes), center, bytes });
      }
      await sendOne(run + turn * parallelRuns, center);
    }
  }

  it('rejects each with a message or stores it, without a 5xx', async () => {
    const ends = await Promise.allSettled(Array.from({ length: parallelRuns }, (_, run) => sendRun(run)));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    expect(counts.accepted + counts.refused).toBe(uploads);
    if (uploads >= 40) expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0);
  });

  it('indexes each stored one or marks it for attention', async () => {
    for (const [examId, reproduce] of accepted) {
      await fixture.waitUntilIndexed(examId);
      const { status } = await fixture.exam(examId);
      expect(status, reproduce).toBeOneOf(['completed', 'needs-attention']);
    }
  });

  it('keeps intact files viewable with their exact bytes', async () => {
    expect(neighbors.length).toBeGreaterThan(0);
    for (const { examId, center, bytes } of neighbors) {
      await fixture.waitUntilIndexed(examId);
      expect(await fixture.exam(examId)).toMatchObject({ status: 'completed', imaging_state: 'ready' });
      const response = await center.client.raw('GET', `/api/download/${examId}`);
      expect(response.status).toBe(200);
      const downloadedHash = createHash('sha256').update(Buffer.from(await response.arrayBuffer()));
      expect(downloadedHash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });
});
