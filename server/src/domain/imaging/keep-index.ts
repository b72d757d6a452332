import { Fault } from '@medcloud/contract/faults';
import { sealText } from '../../platform/crypto/sealing.ts';
import { imagingScope } from '../authorization/may.ts';
import { patientNumberIndex } from '../exams/guard/doubt.ts';
import { openWrappedPatientKey } from '../keys/patient-key.ts';
import type { Portal } from '../portal/portal.ts';
import { derivedRow, removeBytes, type StoredDerived, storeDerived } from './derived-objects.ts';
import { guardExam } from './guard-exam.ts';
import type { StudyFacts } from './indexing/facts.ts';
import type { IndexedExam, IndexedSeries } from './indexing/index-exam.ts';
import { insertSeries, insertStudies } from './rows-store.ts';
import { clearImaging, type ExamToImage, findExamToImage, holdExamToImage, insertDerived, markReady } from './store.ts';
import { traceImaging } from './trace-imaging.ts';

/**
 * Keeps what was found of an exam: its objects first, then rows, objects' rows, status, trace and word to open pages in
 * one transaction, in place of what an earlier preparing kept. What is stored and not committed, the sweeper removes.
 */
export async function keepIndex(
  portal: Portal,
  exam: ExamToImage,
  indexed: IndexedExam,
  { version, wrapped }: { version: number; wrapped: StoredDerived | null },
): Promise<void> {
  const contents = await storeDerived(portal, 'contents', 0, indexed.contents);
  const manifests: StoredDerived[] = [];
  for (const [position, { manifest }] of indexed.series.entries())
    manifests.push(await storeDerived(portal, 'manifest', position, manifest));
  portal.crashPoint('index-stored');
  const replaced = await portal.db.within(imagingScope(exam.id), async (tx) => {
    if (!(await holdExamToImage(tx, exam.id))) throw new Fault('not_found');
    // read again: it may have been moved to another patient meanwhile, whose key wraps the objects' keys now
    const now = await findExamToImage(tx, exam.id);
    if (now === null) throw new Fault('not_found');
    const patientKey = openWrappedPatientKey(portal.keys, now.patientUuid, now.wrappedPatientKey);
    const gone = await clearImaging(tx, null);
    await insertDerived(
      tx,
      [contents, ...manifests, ...(wrapped === null ? [] : [wrapped])].map((stored) =>
        derivedRow(portal, now, patientKey, stored),
      ),
    );
    await insertStudies(
      tx,
      indexed.studies.map((study) => studyRow(portal, now, study, contents.seal.key)),
    );
    await insertSeries(
      tx,
      indexed.series.map((series, position) => seriesRow(now, series, position, manifests[position])),
    );
    await markReady(tx, exam.id, { ...indexed, version });
    const doubt = await guardExam(tx, portal, now, patientKey, indexed.patients);
    const { instanceCount, unreadableCount } = indexed;
    await traceImaging(tx, now, 'exam_viewable', {
      instanceCount,
      unreadableCount,
      series: indexed.series.length,
      ...(doubt && { doubt }),
    });
    return gone;
  });
  portal.crashPoint('index-after-commit');
  await removeBytes(portal, replaced);
}

/** Whose sealed number it is: the study's of this exam. Opened with the key of the exam's contents. */
export function patientNumberContext(examId: string, studyUid: string): string {
  return `study:${examId}:${studyUid}:patient-number`;
}

function studyRow(portal: Portal, exam: ExamToImage, study: StudyFacts, contentsKey: Buffer) {
  const { patientNumber: number } = study;
  const isSealed = number !== null && study.isPatientNumberAmka;
  const context = patientNumberContext(exam.id, study.studyUid);
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
    patient_number: isSealed ? null : number,
    patient_number_index: number === null ? null : patientNumberIndex(portal, number),
    patient_number_sealed: isSealed ? sealText(contentsKey, context, number, portal.random) : null,
    birth_date: study.birthDate,
    sex: study.sex,
    modalities: [...study.modalities],
    series_count: study.seriesCount,
    instance_count: study.instanceCount,
    attributes: study.attributes,
  };
}

function seriesRow(exam: ExamToImage, series: IndexedSeries, position: number, manifest: StoredDerived | undefined) {
  if (manifest === undefined) throw new Error('Every series has its manifest.');
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
    manifest_object: manifest.seal.objectId,
  };
}
