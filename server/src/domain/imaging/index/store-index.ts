import { Fault } from '@medcloud/contract/faults';
import { Semaphore } from '../../../platform/concurrency/semaphore.ts';
import { encryptText } from '../../../platform/crypto/encrypt-value.ts';
import { imagingScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { insertDerivedObjects, lockExamToIndex, markReady } from '../../exams/imaging-state.ts';
import { patientNumberIndex } from '../../exams/patient-check/patient-mismatch.ts';
import { unwrapPatientKey } from '../../keys/patient-key.ts';
import { deleteObjects, type NewDerivedObject, storeDerivedObject, toDerivedObjectRow } from '../derived-objects.ts';
import { clearImaging, type ExamToIndex, findExamToIndex, summarizeExams } from '../store.ts';
import type { StudyFacts } from './facts.ts';
import type { IndexedExam, IndexedSeries } from './index-exam.ts';
import { logIndexing } from './log-indexing.ts';
import { recordPatientMismatch } from './record-patient-mismatch.ts';
import { insertSeries, insertStudies } from './store.ts';

// Each write waits for the disk.
const maxConcurrentWrites = 4;

/**
 * Stores the index of an exam: its objects first. Then one transaction writes all rows, the status, the audit event and
 * the notification, and replaces an earlier index. `deleteOrphanObjects` deletes objects that were stored without a
 * commit.
 */
export async function storeIndex(
  context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'random' | 'reachFaultPoint'>,
  exam: ExamToIndex,
  indexed: IndexedExam,
  { version, wrapped }: { version: number; wrapped: NewDerivedObject | null },
): Promise<void> {
  const writes = new Semaphore(maxConcurrentWrites);
  const [contents, ...manifests] = await Promise.all([
    storeDerivedObject(context, 'contents', 0, indexed.contents),
    ...indexed.series.map(({ manifest }, position) =>
      writes.run(() => storeDerivedObject(context, 'manifest', position, manifest)),
    ),
  ]);
  context.reachFaultPoint('index-stored');
  const replacedIds = await context.db.within(imagingScope(exam.id), async (tx) => {
    if (!(await lockExamToIndex(tx, exam.id))) throw new Fault('not_found');
    // read again: it may have been moved to another patient, whose key now wraps the objects' keys
    const current = await findExamToIndex(tx, exam.id);
    if (current === null) throw new Fault('not_found');
    const patientKey = unwrapPatientKey(context.keys, current.patientUuid, current.wrappedPatientKey);
    const removedIds = await clearImaging(tx, null);
    await insertDerivedObjects(
      tx,
      [contents, ...manifests, ...(wrapped === null ? [] : [wrapped])].map((stored) =>
        toDerivedObjectRow(context, current, patientKey, stored),
      ),
    );
    await insertStudies(
      tx,
      indexed.studies.map((study) => studyRow(context, current, study, contents.objectKey.key)),
    );
    await insertSeries(
      tx,
      indexed.series.map((series, position) => seriesRow(current, series, position, manifests[position])),
    );
    await markReady(tx, exam.id, { ...indexed, version });
    await summarizeExams(tx, 1);
    const mismatch = await recordPatientMismatch(tx, context, current, patientKey, indexed.patients);
    const { instanceCount, unreadableCount } = indexed;
    await logIndexing(tx, current, 'exam_viewable', {
      instanceCount,
      unreadableCount,
      series: indexed.series.length,
      ...(mismatch && { doubt: mismatch }),
    });
    return removedIds;
  });
  context.reachFaultPoint('index-after-commit');
  await deleteObjects(context, replacedIds);
}

/**
 * Returns the encryption context of a study's patient number, which is encrypted with the key of the exam's contents.
 */
export function patientNumberContext(examId: string, studyUid: string): string {
  return `study:${examId}:${studyUid}:patient-number`;
}

function studyRow(
  context: Pick<AppContext, 'keys' | 'random'>,
  exam: ExamToIndex,
  study: StudyFacts,
  contentsKey: Buffer,
) {
  const { patientNumber: number } = study;
  const isEncrypted = number !== null && study.isPatientNumberAmka;
  const keyContext = patientNumberContext(exam.id, study.studyUid);
  return {
    exam_id: exam.id,
    center_id: exam.centerId,
    patient_id: exam.patientUuid,
    study_uid: study.studyUid,
    study_date: study.studyDate,
    study_time: study.studyTime,
    accession_number: study.accessionNumber,
    study_id: study.studyId,
    description: study.description,
    patient_name: study.patientName,
    patient_name_key: study.patientNameKey,
    physician_name_key: study.physicianNameKey,
    patient_number: isEncrypted ? null : number,
    patient_number_index: number === null ? null : patientNumberIndex(context, number),
    patient_number_sealed: isEncrypted ? encryptText(contentsKey, keyContext, number, context.random) : null,
    birth_date: study.birthDate,
    sex: study.sex,
    modalities: [...study.modalities],
    series_count: study.seriesCount,
    instance_count: study.instanceCount,
    attributes: study.attributes,
  };
}

function seriesRow(exam: ExamToIndex, series: IndexedSeries, position: number, manifest: NewDerivedObject | undefined) {
  if (manifest === undefined) throw new Error('The series has no manifest.');
  return {
    exam_id: exam.id,
    center_id: exam.centerId,
    patient_id: exam.patientUuid,
    study_uid: series.studyUid,
    series_uid: series.seriesUid,
    position,
    modality: series.modality,
    series_number: series.seriesNumber,
    series_date: series.seriesDate,
    description: series.description,
    body_part: series.bodyPart,
    instance_count: series.instanceCount,
    frame_count: series.frameCount,
    size_bytes: series.sizeBytes,
    sop_classes: [...series.sopClasses],
    transfer_syntaxes: [...series.transferSyntaxes],
    attributes: series.attributes,
    manifest_object: manifest.objectKey.objectId,
  };
}
