import { Readable } from 'node:stream';
import type { RestoreTransaction } from '../../platform/db/backup/restore-transaction.ts';
import type { ListedObject } from './object-list.ts';

/** Objects that the rows name but the backup lacks. */
export interface MissingObjects {
  /** Number of exams that the application indexes again. */
  exams: number;
  /** Ids of originals; their exams cannot be downloaded. */
  originals: string[];
}

const restoredTable = 'public.restored_objects';

// derived objects created or deleted while the backup ran: the application creates them again
const incompleteExams = `exam_id IN (SELECT o.exam_id FROM exam_objects o
  WHERE o.kind <> 'original' AND NOT EXISTS (SELECT FROM ${restoredTable} r WHERE r.id = o.id))`;

/** Deletes the rows of objects that the backup lacks: cached frames and images, and other derived objects. */
export async function resetDerivedObjects(
  loading: RestoreTransaction,
  objects: AsyncIterable<ListedObject>,
): Promise<MissingObjects> {
  await loading.loadIds(restoredTable, Readable.from(idLines(objects)));
  await loading.run(`UPDATE series SET frames_object = NULL WHERE frames_object IS NOT NULL`);
  await loading.run(`DELETE FROM exam_objects WHERE kind IN ('frames', 'rendered')`);
  const { rows } = await loading.run(`SELECT DISTINCT exam_id FROM exam_objects WHERE ${incompleteExams}`);
  const exams = rows.map((row) => row.exam_id);
  await loading.run('DELETE FROM series WHERE exam_id = ANY ($1)', [exams]);
  await loading.run('DELETE FROM studies WHERE exam_id = ANY ($1)', [exams]);
  await loading.run(`DELETE FROM exam_objects WHERE kind <> 'original' AND exam_id = ANY ($1)`, [exams]);
  await loading.run(
    `UPDATE exams SET imaging_state = 'waiting', imaging_fault = NULL, imaging_attempts = 0,
       status = CASE status WHEN 'completed' THEN 'processing' ELSE status END WHERE id = ANY ($1)`,
    [exams],
  );
  const missing = await loading.run(
    `SELECT o.id::text FROM exam_objects o WHERE o.kind = 'original' AND NOT EXISTS (SELECT FROM ${restoredTable} r WHERE r.id = o.id) ORDER BY 1`,
  );
  return { exams: exams.length, originals: missing.rows.map((row) => String(row.id)) };
}

async function* idLines(list: AsyncIterable<ListedObject>): AsyncGenerator<Buffer> {
  for await (const { id } of list) yield Buffer.from(`${id}\n`);
}
