import type { Reading } from '../../src/domain/imaging/open-series.ts';
import { openShelves } from '../../src/domain/imaging/shelves.ts';
import { eventually } from '../harness/leftovers.ts';
import { examOf, fieldParts, filePart, sendParts } from '../harness/multipart.ts';
import { quietJobs } from '../harness/quiet-jobs.ts';
import { type CastWorld, openCastWorld, type WorldOptions } from '../harness/world.ts';
import { AsApplication } from '../matrix/as-application.ts';

/** A portal that prepares exams, and what tests ask of it. */
export interface ImagingGround extends CastWorld {
  reading: Reading;
  /** A statement as the database's owner. */
  rows(statement: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  /** Uploads a file for center A's patient and waits until it was prepared, or given up. */
  prepared(bytes: Buffer, fileName?: string): Promise<string>;
  upload(bytes: Buffer, fileName?: string): Promise<string>;
  settled(examId: string): Promise<void>;
  exam(examId: string): Promise<Record<string, unknown>>;
  centerA(): ReturnType<AsApplication['centerA']>;
}

export async function openImagingGround(options: WorldOptions = {}): Promise<ImagingGround> {
  const world = await openCastWorld({
    ...options,
    parts: { jobs: { ...quietJobs, prepareExams: true }, ...options.parts },
  });
  const db = new AsApplication(world);
  const { cast } = world;
  const exam = async (id: string) => (await db.rows('SELECT * FROM exams WHERE id = $1', [id]))[0] ?? {};
  const upload = async (bytes: Buffer, fileName?: string) =>
    examOf(
      await sendParts(cast.centerA.client, [
        // the files of others' collections name others than this patient
        ...fieldParts({ patientId: cast.centerA.patient.patientId, mismatchReason: 'A file for tests' }),
        filePart(bytes, fileName),
      ]),
    ).id;
  const settled = (id: string) => eventually(async () => (await exam(id)).imaging_state !== 'waiting');
  return {
    ...world,
    reading: { portal: world.house.portal, shelves: openShelves() },
    rows: (statement, values) => db.rows(statement, values),
    upload,
    settled,
    exam,
    async prepared(bytes, fileName) {
      const id = await upload(bytes, fileName);
      await settled(id);
      return id;
    },
    centerA: () => db.centerA(),
  };
}
