import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { Reader } from '../../database.ts';
import { arrivedAt, type DoctorExamRow, isNewToDoctor, selectDoctorExams } from '../doctor-exams.ts';

/** An exam of the worklist, with its patient's birth date, its center and the end of the grant. */
export interface WorklistRow extends DoctorExamRow {
  dateOfBirth: string;
  centerName: string;
  grantedUntil: Date;
}

/** Position of an exam in the worklist. The time is PostgreSQL's text, to the microsecond. */
export interface WorklistPosition {
  at: string;
  id: string;
}

/** Lists what a doctor may see, latest arrival first. */
export async function listWorklist(
  tx: Reader,
  doctorId: string,
  { isNewOnly, after, limit }: { isNewOnly: boolean; after: WorklistPosition | null; limit: number },
): Promise<WorklistRow[]> {
  let query = selectDoctorExams(tx, doctorId)
    .innerJoin('medical_centers as c', 'c.id', 'e.center_id')
    .select(['p.date_of_birth as dateOfBirth', 'c.name as centerName', 'a.expires_at as grantedUntil']);
  if (isNewOnly) query = query.where(isNewToDoctor);
  if (after !== null)
    query = query.where(sql<boolean>`(${arrivedAt}, e.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  return await query
    .orderBy(arrivedAt, 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .modifyEnd(preparedMarker)
    .execute();
}

/** Finds the position of an exam that the doctor may see, opened or not. */
export async function findWorklistPosition(
  tx: Reader,
  doctorId: string,
  examId: string,
): Promise<WorklistPosition | null> {
  const row = await selectDoctorExams(tx, doctorId)
    .clearSelect()
    .select(['e.id', sql<string>`${arrivedAt}::text`.as('at')])
    .where('e.id', '=', examId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

const maxCount = 1_000;

/** Counts the exams that are new to a doctor, up to 1,000. */
export async function countNewExams(tx: Reader, doctorId: string): Promise<number> {
  const found = selectDoctorExams(tx, doctorId)
    .clearSelect()
    .select('e.id')
    .where(isNewToDoctor)
    .limit(sql.lit(maxCount));
  const row = await tx
    .selectFrom(found.as('counted'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .modifyEnd(preparedMarker)
    .executeTakeFirstOrThrow();
  return row.count;
}
