import * as z from 'zod';
import {
  centerPlanNames,
  examStatuses,
  examTypes,
  fileMarks,
  listedStatuses,
  mismatchCauses,
  patientCheckFields,
  scanResults,
  shownSubscriptionStatuses,
  viewingFaults,
} from '../choices.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { calendarDate, instant, line, lines, optional, paging, requiredString, searchText } from './common.ts';

export { examStatuses, examTypes, viewingFaults } from '../choices.ts';

/** One of the seven types. Input also accepts `petct`, which is stored as `pet-ct`. */
export const examType = z.preprocess(
  (value) => (value === 'petct' ? 'pet-ct' : value),
  z.enum(examTypes, { error: ({ input }) => (input ? undefined : issueCode('exam_type_required')) }),
);
export type ExamType = (typeof examTypes)[number];

export const examStatus = z.enum(examStatuses);
export type ExamStatus = (typeof examStatuses)[number];
export type ListedStatus = (typeof listedStatuses)[number];

/** Field names: comma-separated as in a form's text field, or already a list. */
const fieldList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
  z.array(z.enum(patientCheckFields)),
);

/** The text fields of an upload's form. */
export const examUpload = z.object({
  patientId: requiredString(issueCode('patient_required'))
    .trim()
    .min(1, { error: issueCode('patient_required') }),
  examType,
  examDate: calendarDate(issueCode('exam_date_required')),
  referringPhysician: optional(line(limits.nameMax * 2)),
  notes: optional(lines(limits.notesMax)),
  /** Reason why a file with another patient's data is correct. Without it, doctors do not see such an exam. */
  mismatchReason: optional(lines(limits.reasonMax)),
  /** The differences that the reason covers: `name,birthDate`. If absent, those that a browser can show. */
  mismatchFields: optional(fieldList),
});
export type ExamUpload = z.output<typeof examUpload>;

/** Why an exam cannot be viewed in the browser. Its file can still be downloaded. */
export type ViewingFault = (typeof viewingFaults)[number];

/**
 * A difference between files and a record. In the values' own form: a PN, `YYYY-MM-DD`, M or F, a number (an AMKA
 * masked).
 */
export const patientDifference = z.object({ field: z.enum(patientCheckFields), theirs: z.string(), ours: z.string() });

/** Differences between an exam's files and its patient's record (product, "Exams": wrong-patient guard). */
export const examMismatch = z.object({
  /** `not-compared`: not every file of the archive could be compared with the record. */
  cause: z.enum(mismatchCauses),
  /** Empty for several patients. */
  differences: z.array(patientDifference),
  /** The patients named in the files, if there are several; only for the center. */
  patients: z.array(z.object({ name: z.string().nullable(), birthDate: z.string().nullable() })).optional(),
  /** The center has confirmed the patient. */
  confirmed: z.boolean(),
});
export type ExamMismatch = z.infer<typeof examMismatch>;

/** What the files of an indexed exam say about it. */
export const examSummary = z.object({
  /** Study description (0008,1030). */
  description: z.string().nullable(),
  /** Body Part Examined (0018,0015) of the series with images, in capitals. */
  bodyParts: z.array(z.string()),
  /** Modalities (0008,0060) of the series with images. */
  modalities: z.array(z.string()),
  /** `B`: both sides. */
  laterality: z.enum(['R', 'L', 'B']).nullable(),
  seriesCount: z.number().int(),
  imageCount: z.number().int(),
  hasThumbnail: z.boolean(),
});
export type ExamSummary = z.infer<typeof examSummary>;

export const exam = z.object({
  id: z.string(),
  patientId: z.string(),
  examType,
  examDate: z.iso.date(),
  referringPhysician: z.string().nullable(),
  notes: z.string().nullable(),
  fileName: z.string(),
  fileSize: z.number().int(),
  /** SHA-256 of the file as uploaded, in hex. */
  sha256: z.string().length(64),
  uploadedAt: instant,
  status: examStatus,
  /** The exam is indexed: its series are known. */
  viewable: z.boolean(),
  viewingFault: z.enum(viewingFaults).optional(),
  /** Null until the exam is indexed. */
  summary: examSummary.nullable(),
  mismatch: examMismatch.optional(),
  /** How many files have each mark; absent if none has. Doctors must confirm that they want such an original. */
  marks: z.partialRecord(z.enum(fileMarks), z.number().int()).optional(),
  /** Absent if the file was checked or no virus scanner is set. */
  scan: z.enum(scanResults).optional(),
});
export type Exam = z.infer<typeof exam>;

/** An exam on its center's screens, with its patient. */
export const examWithPatient = exam.extend({
  patient: z.object({ firstName: z.string(), lastName: z.string(), patientId: z.string() }),
  /** Hidden from doctors until the center confirms or moves it. */
  inDoubt: z.boolean(),
  /** Time when the center last moved, confirmed or withdrew it; absent if never. */
  changedAt: instant.optional(),
  /** Where a virus was found: the file's name in the archive, empty for the exam's own file. The first 20. */
  findings: z.array(z.object({ file: z.string(), virus: z.string() })).optional(),
  /** The center's reason for that. Doctors never see it. */
  reason: z.string().optional(),
});
export type ExamWithPatient = z.infer<typeof examWithPatient>;

const reason = lines(limits.reasonMax);

export const examMove = z.object({
  /** Public id of the new patient. */
  patientId: requiredString(issueCode('patient_required'))
    .trim()
    .min(1, { error: issueCode('patient_required') }),
  reason: optional(reason),
});
export type ExamMove = z.output<typeof examMove>;

export const examWithdrawal = z.object({ reason: lines(limits.reasonMax, issueCode('reason_required')) });

export const examConfirmation = z.object({ reason: optional(reason) }).optional();

/** Creates a filter's shape. An empty value and `all`, which the specification's clients send, mean no filter. */
const optionalFilter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === 'all' || value === '' ? undefined : value), schema.optional()).optional();

export const historyQuery = z.object({
  examType: optionalFilter(examType),
  status: optionalFilter(z.enum(listedStatuses)),
  patientSearch: searchText,
  /** Public id of one patient; `patientSearch` is then ignored. */
  patientId: optional(z.string().max(40)),
  /** Id of one exam, regardless of its status. */
  id: optional(z.string().max(40)),
  dateFrom: optional(z.iso.date({ error: issueCode('date_invalid') })),
  dateTo: optional(z.iso.date({ error: issueCode('date_invalid') })),
  ...paging,
});

export const centerDashboard = z.object({
  totalPatients: z.number().int(),
  examsThisMonth: z.number().int(),
  recentUploads: z.array(
    exam.pick({
      id: true,
      examType: true,
      examDate: true,
      uploadedAt: true,
      fileName: true,
      status: true,
      summary: true,
      mismatch: true,
    }),
  ),
  /** Bytes. */
  totalStorage: z.number().int(),
  /** Quota of the center's plan in bytes; null without a limit. */
  quotaBytes: z.number().int().nullable(),
  /** For display and warnings; it restricts nothing (product, "Centers"). The end day is inclusive; null if not set. */
  subscription: z.object({
    plan: z.enum(centerPlanNames),
    status: z.enum(shownSubscriptionStatuses),
    end: z.iso.date().nullable(),
  }),
  /** The center has said to whom invoices are issued. */
  hasBillingDetails: z.boolean(),
});

/** Exams whose thumbnails a list shows: `ids=a,b`. */
export const thumbnailQuery = z.object({
  ids: z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',').filter((id) => id !== '') : value),
    z.array(z.uuid()).max(limits.thumbnailsMax),
  ),
});

export const thumbnails = z.object({
  /** By exam: a `data:` URL of a WebP image of at most 96 x 96 pixels. Exams without one are absent. */
  thumbnails: z.record(z.string(), z.string()),
});
