import * as z from 'zod';
import { reportFormats } from '../choices.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { auditActors } from '../operations/audit-events.ts';
import { issueCode } from '../validation-codes.ts';
import { accessStatuses } from './access.ts';
import { calendarDate, instant, optional, paging } from './common.ts';
import { examSummary, examType } from './exams.ts';

/** What a report is about. An administrator alone chooses a center. */
export const reportSubjectKinds = ['patient', 'exam', 'doctor', 'center'] as const;
export type ReportSubjectKind = (typeof reportSubjectKinds)[number];

/** `patient:` with the public patient ID; `exam:`, `doctor:` or `center:` with the id. */
const subject = z.string().regex(new RegExp(`^(?:${reportSubjectKinds.join('|')}):[\\w-]{1,40}$`), {
  error: issueCode('choice_unknown'),
});

/** A subject and a period. Days are in `TIME_ZONE`, both inclusive. */
const report = { subject, from: calendarDate(), to: calendarDate() };
const isInOrder = ({ from, to }: { from: string; to: string }) => from <= to;
const notInOrder = { path: ['to'], error: issueCode('end_before_start') };

export const accessReportQuery = z.object({ ...report, ...paging }).refine(isInOrder, notInOrder);
export type AccessReportQuery = z.output<typeof accessReportQuery>;

export const accessReportExport = z
  .object({ ...report, format: z.enum(reportFormats), language: optional(z.enum(languages)) })
  .refine(isInOrder, notInOrder);
export type AccessReportExport = z.output<typeof accessReportExport>;

/** A search text, or one subject to name. */
export const reportSubjectsQuery = z.object({
  search: optional(z.string().max(limits.searchMax)),
  subject: optional(subject),
});

const exam = z.object({
  id: z.string(),
  examType: examType.nullable(),
  examDate: z.iso.date().nullable(),
  summary: examSummary.nullable(),
});

export const reportSubject = z.object({
  subject: z.string(),
  kind: z.enum(reportSubjectKinds),
  /** Name of the person or center; an exam's patient. Null for a patient or exam that an administrator reads about. */
  name: z.string().nullable(),
  /** Public patient ID, license number or center ID; null for an exam that an administrator reads about. */
  identifier: z.string().nullable(),
  exam: exam.nullable(),
});
export type ReportSubject = z.infer<typeof reportSubject>;

/** One act on a record. An administrator gets no patient's name and nothing clinical. */
export const accessReportEntry = z.object({
  id: z.string(),
  at: instant,
  /** A key of `auditEvents`. */
  event: z.string(),
  /** Images that a viewing showed; null if it showed none, has not ended, or the event is no viewing. */
  images: z.number().int().nullable(),
  /** False if a download ended early. */
  isComplete: z.boolean().nullable(),
  actor: z.object({
    kind: z.enum(auditActors),
    /** Of the doctor, or of the acting center, after the name of its member who acted; null for all others. */
    name: z.string().nullable(),
    licenseNumber: z.string().nullable(),
    /** Name of the API token that was used. */
    token: z.string().nullable(),
  }),
  patient: z.object({ patientId: z.string(), name: z.string().nullable() }).nullable(),
  exam: exam.nullable(),
  /** The consent under which a doctor acted. `grantedAt` is null while it is a request. */
  consent: z
    .object({
      status: z.enum(accessStatuses),
      grantedAt: instant.nullable(),
      expiresAt: instant,
      endedAt: instant.nullable(),
    })
    .nullable(),
  /** The shortened client address. */
  network: z.string().nullable(),
});
export type AccessReportEntry = z.infer<typeof accessReportEntry>;
