import { issueCode, type OwnExams, type OwnExamWithSeries } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { shortenName } from '../access/links/describe-link.ts';
import { ownScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import type { OwnAccessLogger } from './own-access-logger.ts';
import { findOwnExam, findOwnPatient, listOwnExams, listOwnSeries, type OwnExamRow, type OwnPatient } from './store.ts';

const pageSize = 50;

/** Lists the person's exams. Throws `unauthenticated` without an open session, `validation` for a foreign cursor. */
export async function readOwnExams(
  context: DbContext,
  secret: string,
  { cursor }: { cursor?: string | undefined },
): Promise<OwnExams> {
  return await context.db.read(ownScope(secret), async (tx) => {
    const patient = await getOwnPatient(tx);
    if (cursor !== undefined && (await findOwnExam(tx, cursor)) === null)
      throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listOwnExams(tx, { after: cursor ?? null, limit: pageSize + 1 });
    const shown = rows.slice(0, pageSize);
    return {
      name: shortenName(patient),
      medicalCenter: { name: patient.centerName, phone: patient.centerPhone },
      exams: shown.map(showExam),
      cursor: rows.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

/** Returns one of these exams with its series, and logs that it is viewed. Throws `unauthenticated`, or `not_found`. */
export async function readOwnExam(
  context: DbContext,
  logger: OwnAccessLogger,
  request: RequestContext,
  secret: string,
  id: string,
): Promise<OwnExamWithSeries> {
  const { exam, series } = await context.db.read(ownScope(secret), async (tx) => {
    const exam = await getOwnExam(tx, id);
    return { exam, series: await listOwnSeries(tx, id) };
  });
  await logger.logView(request, secret, exam);
  return {
    ...showExam(exam),
    series: series.map(({ position, modality, images }) => ({ number: position + 1, modality, images })),
  };
}

/** Returns the patient of the scope. Throws `unauthenticated` if there is none. */
export async function getOwnPatient(tx: Reader): Promise<OwnPatient> {
  const patient = await findOwnPatient(tx);
  if (patient === null) throw new Fault('unauthenticated');
  return patient;
}

/** Returns an exam of the scope's patient. Throws `unauthenticated` without an open session, `not_found` for any other. */
export async function getOwnExam(tx: Reader, id: string): Promise<OwnExamRow> {
  await getOwnPatient(tx);
  const exam = isUuid(id) ? await findOwnExam(tx, id) : null;
  if (exam === null) throw new Fault('not_found');
  return exam;
}

function showExam({
  id,
  examType,
  examDate,
  bodyParts,
  laterality,
  imageCount,
}: OwnExamRow): OwnExams['exams'][number] {
  return { id, examType, examDate, bodyParts: bodyParts ?? [], laterality, imageCount };
}
