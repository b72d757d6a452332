import * as z from 'zod';
import { gender } from './common.ts';
import { exam } from './exams.ts';

/** A series of an exam, as the viewer's series list and the preview show it. */
export const viewerSeries = z.object({
  studyUid: z.string(),
  seriesUid: z.string(),
  studyDescription: z.string().nullable(),
  studyDate: z.iso.date().nullable(),
  modality: z.string().nullable(),
  number: z.number().int().nullable(),
  description: z.string().nullable(),
  instances: z.number().int(),
  /** Frames of all instances together; 0 if there is no image, as in a report. */
  frames: z.number().int(),
  hasThumbnail: z.boolean(),
});
export type ViewerSeries = z.infer<typeof viewerSeries>;

/** An exam of the patient in the timeline. */
export const earlierExam = exam.pick({ id: true, examType: true, examDate: true, summary: true, mismatch: true });
export type EarlierExam = z.infer<typeof earlierExam>;

/** The patient's exams that the caller may see, newest first: before and after the opened one, and itself. */
export const timeline = z.object({
  exams: z.array(earlierExam),
  /** Of all pages. */
  total: z.number().int(),
  /** Of the next page; null on the last one. */
  cursor: z.string().nullable(),
});
export type Timeline = z.infer<typeof timeline>;

/** Files of an exam that are in no series. The download contains them. */
export const skippedFiles = z.object({
  /** DICOM files that could not be read. */
  unreadable: z.number().int(),
  /** Files whose image is also in another file. */
  duplicate: z.number().int(),
  /** Files without a DICOM image, such as the programs on a CD. */
  other: z.number().int(),
  /** Names of the first 20 unreadable and duplicate files. */
  names: z.array(z.string()),
});
export type SkippedFiles = z.infer<typeof skippedFiles>;

/** An exam with its patient, center, series, skipped files and earlier exams. */
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
  /** In viewing order; empty until the exam is indexed. */
  series: z.array(viewerSeries),
  leftOut: skippedFiles,
  /** Earlier exams of the same patient that the caller may see: newest first, at most 20. */
  earlier: z.array(earlierExam),
  /** The first page. */
  timeline,
});
export type ViewerExam = z.infer<typeof viewerExam>;
