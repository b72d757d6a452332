import * as z from 'zod';
import { gender } from './common.ts';
import { exam } from './exams.ts';

/** A series of an exam, as the rail of the viewer and a preview list it. */
export const viewerSeries = z.object({
  studyUid: z.string(),
  seriesUid: z.string(),
  studyDescription: z.string().nullable(),
  studyDate: z.iso.date().nullable(),
  modality: z.string().nullable(),
  number: z.number().int().nullable(),
  description: z.string().nullable(),
  instances: z.number().int(),
  /** Of all instances together; 0 where there is nothing to look at, as in a report. */
  frames: z.number().int(),
  hasThumbnail: z.boolean(),
});
export type ViewerSeries = z.infer<typeof viewerSeries>;

/** Another exam of the patient, by what it is and of when. */
export const earlierExam = exam.pick({ id: true, examType: true, examDate: true });
export type EarlierExam = z.infer<typeof earlierExam>;

/** Files of an exam that no series shows; the download has them. */
export const skippedFiles = z.object({
  /** DICOM files that could not be read. */
  unreadable: z.number().int(),
  /** Files of an image that another file has. */
  duplicate: z.number().int(),
  /** What is no DICOM image, as the programs on a CD. */
  other: z.number().int(),
  /** Of the unreadable and the repeated ones, the first 20. */
  names: z.array(z.string()),
});
export type SkippedFiles = z.infer<typeof skippedFiles>;

/** An exam with whose it is, where it was made, and what it holds. */
export const viewerExam = z.object({
  exam,
  patient: z.object({
    firstName: z.string(),
    lastName: z.string(),
    patientId: z.string(),
    dateOfBirth: z.iso.date(),
    gender,
  }),
  medicalCenter: z.object({ name: z.string() }),
  /** In the order in which they are looked at; empty until the exam is prepared. */
  series: z.array(viewerSeries),
  leftOut: skippedFiles,
  /** Of the same patient, as far as the caller may see them: those before this one, newest first, 20 at most. */
  earlier: z.array(earlierExam),
});
export type ViewerExam = z.infer<typeof viewerExam>;
