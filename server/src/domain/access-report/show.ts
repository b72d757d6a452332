import { examTypes } from '@medcloud/contract';
import type { AccessReportEntry } from '@medcloud/contract/shapes/access-report';
import type { JsonValue } from '../../platform/db/json.ts';
import { showSummary } from '../exams/show.ts';
import type { ExamNameRow, ReportNames } from './names.ts';
import type { ReportEventRow } from './reads.ts';

/** Shows an event. `isClinical` is false for an administrator, who sees no exam types (product: no clinical content). */
export function showReportEntry(row: ReportEventRow, names: ReportNames, isClinical: boolean): AccessReportEntry {
  // a patient's own view needs no consent: its purpose is the place on the link by which it was opened
  const consent = row.event.startsWith('own_') ? undefined : names.consents.get(row.purpose ?? '');
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    event: row.event,
    images: countImages(row),
    isComplete: row.event.endsWith('exam_downloaded') ? readComplete(row.end) : null,
    actor: showActor(row, names),
    patient: names.patients.get(row.patientUuid ?? '') ?? null,
    exam: row.examId === null ? null : showExam(row.examId, isClinical ? row.examType : null, names.exams),
    consent:
      consent === undefined
        ? null
        : {
            status: consent.status,
            grantedAt: consent.grantedAt?.toISOString() ?? null,
            expiresAt: consent.expiresAt.toISOString(),
            endedAt: consent.endedAt?.toISOString() ?? null,
          },
    network: row.network,
  };
}

function showActor(
  row: ReportEventRow,
  { doctors, centers, members, tokens }: ReportNames,
): AccessReportEntry['actor'] {
  const { actorKind: kind, sessionRef } = row;
  const doctor = kind === 'doctor' ? doctors.get(row.doctorId ?? '') : undefined;
  const center = kind === 'center' ? centers.get(row.centerId ?? '') : undefined;
  const member = kind === 'center' ? members.get(`${row.centerId}/${row.personId}`) : undefined;
  return {
    kind,
    name: doctor?.name ?? (member && center ? `${member}, ${center}` : (center ?? null)),
    licenseNumber: doctor?.licenseNumber ?? null,
    token: tokens.get(sessionRef ?? '') ?? null,
  };
}

/** Shows an exam by what is known: the event has the type of one that no longer exists. */
export function showExam(id: string, examType: string | null, exams: ReadonlyMap<string, ExamNameRow>) {
  const exam = exams.get(id);
  return {
    id,
    examType: exam?.examType ?? examTypes.find((type) => type === examType) ?? null,
    examDate: exam?.examDate ?? null,
    summary: exam === undefined ? null : showSummary(exam),
  };
}

const isObject = (value: JsonValue): value is { [key: string]: JsonValue } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The counts of a viewing's end that are images: frames for a viewer to decode, and those that the portal rendered. */
const imageCounts = ['frames', 'pictures'] as const;

/** Counts the images that a viewing showed. */
function countImages({ event, end }: ReportEventRow): number | null {
  if (event !== 'exam_viewed' || !isObject(end)) return null;
  let images = 0;
  for (const name of imageCounts) {
    const count = end[name];
    if (typeof count === 'number') images += count;
  }
  return images === 0 ? null : images;
}

/** Reads whether a download was complete. One of instances has no such detail. */
function readComplete(end: JsonValue): boolean | null {
  if (!isObject(end)) return null;
  const { complete } = end;
  return typeof complete === 'boolean' ? complete : null;
}
