import { createSeriesCaches } from '../../src/domain/imaging/cache/series-caches.ts';
import type { ReadContext } from '../../src/domain/imaging/open-series.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { startTestAppWithFixtures, type TestAppOptions, type TestAppWithFixtures } from '../harness/start-test-app.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { ApplicationDatabase } from '../matrix/row-level-security/application-database.ts';

/** A test app that indexes exams, with helpers. */
export interface ImagingFixture extends TestAppWithFixtures {
  reading: ReadContext;
  /** Runs a statement as the database's owner. */
  rows(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Uploads a file for center A's patient and waits until its indexing ended, also with a failure. */
  uploadAndIndex(bytes: Buffer, fileName?: string): Promise<string>;
  upload(bytes: Buffer, fileName?: string): Promise<string>;
  waitUntilIndexed(examId: string): Promise<void>;
  exam(examId: string): Promise<Record<string, unknown>>;
  centerA(): ReturnType<ApplicationDatabase['centerA']>;
}

export async function createImagingFixture(options: TestAppOptions = {}): Promise<ImagingFixture> {
  const testApp = await startTestAppWithFixtures({
    ...options,
    overrides: { jobs: { ...quietJobs, shouldIndexExams: true }, ...options.overrides },
  });
  const db = new ApplicationDatabase(testApp);
  const { fixtures } = testApp;
  const exam = async (id: string) => (await db.rows('SELECT * FROM exams WHERE id = $1', [id]))[0] ?? {};
  const upload = async (bytes: Buffer, fileName?: string) =>
    examOf(
      await sendParts(fixtures.centerA.client, [
        // public sample files name other patients
        ...fieldParts({ patientId: fixtures.centerA.patient.patientId, mismatchReason: 'A file for tests' }),
        filePart(bytes, fileName),
      ]),
    ).id;
  const waitUntilIndexed = (id: string) => waitUntil(async () => (await exam(id)).imaging_state !== 'waiting');
  return {
    ...testApp,
    reading: { context: testApp.app.context, caches: createSeriesCaches() },
    rows: (statement, values) => db.rows(statement, values),
    upload,
    waitUntilIndexed,
    exam,
    async uploadAndIndex(bytes, fileName) {
      const id = await upload(bytes, fileName);
      await waitUntilIndexed(id);
      return id;
    },
    centerA: () => db.centerA(),
  };
}
