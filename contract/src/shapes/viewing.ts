import * as z from 'zod';
import { ownWindowNames } from '../choices.ts';
import { issueCode } from '../validation-codes.ts';
import { linkRecord, overviewOpening } from './access.ts';
import { calendarDate, gender, instant, optional, requiredString } from './common.ts';
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

// A patient's own exams, opened by a consent link, a code and the date of birth.

/** For this long after its code, a patient sees the own pictures (`scope_own()`). */
export const ownViewingMs = 30 * 60_000;

/** Without `code` the call is 403 and sends one. */
export const ownOpening = overviewOpening;
/** Until when the browser's cookie opens the exams. */
export const ownSession = z.object({ expiresAt: instant });
export type OwnSession = z.infer<typeof ownSession>;

export const ownPerson = z.object({
  /** One of the link's records. */
  patientId: requiredString(issueCode('patient_required')).max(40),
  dateOfBirth: calendarDate(),
});
export type OwnPerson = z.infer<typeof ownPerson>;

/** Whether the date was right; if not, the tries that are left. */
export const ownPersonReply = z.object({ opened: z.boolean(), triesLeft: z.number().int() });
export type OwnPersonReply = z.infer<typeof ownPersonReply>;

const ownExam = linkRecord.shape.exams.element.extend({
  id: z.string(),
  /** Of all series; null if the exam has no images. */
  imageCount: z.number().int().nullable(),
});

export const ownExamsQuery = z.object({ cursor: optional(z.uuid({ error: issueCode('cursor_invalid') })) });
export const ownExams = z.object({
  /** Given name and initial only. */
  name: z.string(),
  medicalCenter: linkRecord.shape.medicalCenter,
  /** Newest first. */
  exams: z.array(ownExam),
  /** Leads to the next page; null at the end. */
  cursor: z.string().nullable(),
});
export type OwnExams = z.infer<typeof ownExams>;

export const ownExamWithSeries = ownExam.extend({
  /** Those with images, in viewing order. */
  series: z.array(
    z.object({
      /** In the address of its images, from 1. */
      number: z.number().int(),
      modality: z.string().nullable(),
      images: z.number().int(),
    }),
  ),
});
export type OwnExamWithSeries = z.infer<typeof ownExamWithSeries>;

export const ownImageQuery = z.object({ window: optional(z.enum(ownWindowNames)) });

/** When a center's patients see their own pictures: days after the upload; null: not at all. */
export const patientViewing = z.object({ days: z.number().int().min(0).max(30).nullable() });
export type PatientViewing = z.infer<typeof patientViewing>;
/** `isAllowed`: false if the operator has switched it off for all centers. */
export const patientViewingState = patientViewing.extend({ isAllowed: z.boolean() });
export type PatientViewingState = z.infer<typeof patientViewingState>;
