/** Writes the exams of `/try` beside the built web application. The last part of its build. */
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import {
  type SyntheticExam,
  type SyntheticExams,
  syntheticExamIds,
  syntheticExamsPath,
} from '@medcloud/contract/shapes/synthetic-exams';
import { type ViewerExam, viewerExam } from '@medcloud/contract/shapes/viewing';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';
import { type CtSeries, makeCt } from './make-ct.ts';

const dist = fileURLToPath(new URL('../../web/dist', import.meta.url));
const maxBytes = 8 * 1_048_576;

const patient: Person = { givenName: 'Anna', surname: 'Sample', sex: 'Female', birthDate: '1961-05-13' };
/** Newest first. The nodule grew within the year. */
const plans = [
  { id: syntheticExamIds.current, date: '2026-10-12', noduleRadiusMm: 6.4 },
  { id: syntheticExamIds.prior, date: '2025-10-06', noduleRadiusMm: 4.2 },
] as const;
type Plan = (typeof plans)[number];

const summaryOf = ({ series }: CtSeries) => ({
  ...{ description: null, bodyParts: ['CHEST'], modalities: ['CT'], laterality: null, seriesCount: 1 },
  ...{ imageCount: series.metadata.length, hasThumbnail: true },
});

/** Returns what the API would reply for the exam. */
function viewOf({ id, date }: Plan, made: ReadonlyMap<Plan, CtSeries>, { series, file }: CtSeries): ViewerExam {
  const exams = [...made].map(([plan, one]) => ({
    ...{ id: plan.id, examType: 'ct', examDate: plan.date, summary: summaryOf(one) },
  }));
  return viewerExam.parse({
    exam: {
      ...{ id, patientId: 'SAMPLE', examType: 'ct', examDate: date, referringPhysician: null, notes: null },
      ...{ fileName: `${id}.zip`, fileSize: file.length, sha256: sha256Of(file), uploadedAt: `${date}T09:00:00.000Z` },
      ...{ status: 'completed', viewable: true, summary: exams.find((exam) => exam.id === id)?.summary ?? null },
    },
    patient: {
      ...{ firstName: patient.givenName, lastName: patient.surname, patientId: 'SAMPLE' },
      ...{ dateOfBirth: patient.birthDate, gender: patient.sex },
    },
    medicalCenter: { name: 'MedCloud' },
    series: [
      {
        ...{ studyUid: series.studyUid, seriesUid: series.seriesUid, studyDescription: null, studyDate: date },
        ...{ modality: 'CT', number: 1, description: 'Chest', instances: series.metadata.length },
        ...{ frames: series.metadata.length, hasThumbnail: true },
      },
    ],
    leftOut: { unreadable: 0, duplicate: 0, other: 0, names: [] },
    earlier: exams.filter((exam) => exam.examDate < date),
    timeline: { exams, total: exams.length, cursor: null },
  });
}

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function write(path: string, content: string | Uint8Array): Promise<void> {
  const file = join(dist, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const made = new Map<Plan, CtSeries>();
for (const plan of plans) made.set(plan, await makeCt({ patient, ...plan }));
const exams: SyntheticExam[] = [];
for (const [plan, ct] of made) {
  const file = `/assets/${plan.id}-${sha256Of(ct.file).slice(0, 8)}.bin`;
  await write(file, ct.file);
  exams.push({ view: viewOf(plan, made, ct), series: [{ ...ct.series, file }] });
}
const list = JSON.stringify({ exams } satisfies SyntheticExams);
const compressedList = brotliCompressSync(list);
await write(syntheticExamsPath, list);
await write(`${syntheticExamsPath}.br`, compressedList);
const bytes = [...made.values()].reduce((sum, { file }) => sum + file.length, compressedList.length);
if (bytes > maxBytes) throw new Error(`The exams of /try have ${bytes} bytes of ${maxBytes}.`);
