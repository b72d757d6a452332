import { routes } from '@medcloud/contract';
import { problem } from '@medcloud/contract/shapes/common';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import * as z from 'zod';
import type { Client } from '../harness/client.ts';
import { signInAll } from '../harness/fixtures.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { eicar, startVirusScanner, type VirusScanner } from '../services/virus-scanner.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';

const instancesShape = z.array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).optional() }).loose()));

export const codeOf = async (response: Response) => problem.parse(JSON.parse(await response.text())).code;
export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
/** Asks DICOMweb for the original. */
export const asDicom = { headers: { accept: 'application/dicom' } };

/** A portal with a virus scanner that answers at once, with helpers. */
export interface ScanFixture extends ImagingFixture {
  scanner: VirusScanner;
  doctor: Client;
  center: Client;
  /** Makes the scanner answer everything again, and waits until it has. */
  reset(): Promise<void>;
  dicom(): Buffer;
  archive(members?: { name: string; content: Buffer | string }[]): Buffer;
  infectedArchive(): Buffer;
  stateOf(id: string): Promise<unknown>;
  waitForState(id: string, state: string): Promise<void>;
  /** Uploads a file, and waits until the scanner has checked it. */
  scanned(bytes: Buffer): Promise<string>;
  download(client: Client, id: string, query?: string): Promise<Response>;
  seenByCenter(id: string): ReturnType<typeof examOfCenter>;
  seenByDoctor(id: string): ReturnType<typeof examOfDoctor>;
  /** The address of the exam's first instance in DICOMweb. */
  instancePath(id: string): Promise<string>;
  /** Signs everyone in again, after the clock was moved by more than a session may idle. */
  signInAgain(): Promise<void>;
  /** The health row of the scanner. */
  probe(): ReturnType<typeof probeOf>;
}

async function examOfCenter({ fixtures }: ImagingFixture, id: string) {
  return (await fixtures.centerA.client.call(routes.center.examHistory, { query: { id } }))[0];
}

async function examOfDoctor({ fixtures }: ImagingFixture, id: string) {
  const { patientId } = fixtures.centerA.patient;
  const { exams } = await fixtures.doctors.consent.client.call(routes.doctor.patientExams, { params: { patientId } });
  return exams.find((exam) => exam.id === id);
}

export async function probeOf(fixture: ImagingFixture) {
  fixture.advanceClock(6_000); // results of the last five seconds are reused
  const { health } = await fixture.fixtures.admin.call(routes.admin.systemInfo, {});
  return health.find(({ name }) => name === 'scanner');
}

export async function createScanFixture(firstSeed: number): Promise<ScanFixture> {
  const scanner = await startVirusScanner();
  const fixture = await createImagingFixture({
    environment: { SCAN_URL: scanner.url },
    overrides: { jobs: { ...quietJobs, shouldIndexExams: true, scanEveryMs: 100 } },
  });
  const center = fixture.fixtures.centerA.client;
  let seed = firstSeed;
  const dicom = () => {
    seed += 1;
    return tinyDicom({ patientName: 'Παπαδοπούλου^Μαρία', seed });
  };
  const archive: ScanFixture['archive'] = (members = []) =>
    Buffer.from(
      buildZip([{ name: 'DICOM/I1', content: dicom() }, ...members].map((each) => ({ ...each, method: 'deflated' }))),
    );
  const stateOf = async (id: string) => (await fixture.exam(id)).scan_state;
  return {
    ...fixture,
    ...{ scanner, center, doctor: fixture.fixtures.doctors.consent.client },
    async reset() {
      scanner.behavior = 'answer';
      scanner.maxStreamBytes = Number.POSITIVE_INFINITY;
      scanner.maxFileBytes = Number.POSITIVE_INFINITY;
      scanner.answerHeld();
      const running = `SELECT 1 FROM exams WHERE scan_state NOT IN ('clean', 'infected')
        AND (scan_due_at IS NULL OR scan_fault IS NULL)`;
      await waitUntil(async () => (await fixture.rows(running)).length === 0);
    },
    ...{ dicom, archive, stateOf },
    infectedArchive: () => archive([{ name: 'VIEWER/εγκατάσταση.com', content: eicar }]),
    waitForState: (id, state) => waitUntil(async () => (await stateOf(id)) === state),
    async scanned(bytes) {
      const id = await fixture.uploadAndIndex(bytes);
      await waitUntil(async () => (await stateOf(id)) !== 'waiting');
      return id;
    },
    download: (client, id, query = '') => client.raw('GET', `/api/download/${id}${query}`),
    seenByCenter: (id) => examOfCenter(fixture, id),
    seenByDoctor: (id) => examOfDoctor(fixture, id),
    async instancePath(id) {
      const found = await center.raw('GET', `/dicom-web/exams/${id}/instances`);
      const [first] = instancesShape.parse(await found.json());
      const uid = (tag: string) => first?.[tag]?.Value?.[0];
      return `/dicom-web/exams/${id}/studies/${uid('0020000D')}/series/${uid('0020000E')}/instances/${uid('00080018')}`;
    },
    signInAgain: () => signInAll(fixture.fixtures),
    probe: () => probeOf(fixture),
    async close() {
      await fixture.close();
      await scanner.stop();
    },
  };
}
