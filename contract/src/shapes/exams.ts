import * as z from 'zod';
import {
  centerPlanNames,
  examStatuses,
  examTypes,
  listedStatuses,
  mismatchCauses,
  patientCheckFields,
  shownSubscriptionStatuses,
  viewingFaults,
} from '../choices.ts';
import { limits } from '../limits.ts';
import { validationMessages } from '../validation-messages.ts';
import { calendarDate, instant, line, lines, optional, paging, requiredString, searchText } from './common.ts';

export { examStatuses, examTypes, viewingFaults } from '../choices.ts';

/** One of the seven types; `petct` is accepted on input and kept as `pet-ct`. */
export const examType = z.preprocess(
  (value) => (value === 'petct' ? 'pet-ct' : value),
  z.enum(examTypes, { error: ({ input }) => (input ? undefined : validationMessages.examTypeRequired) }),
);
export type ExamType = (typeof examTypes)[number];

export const examStatus = z.enum(examStatuses);
export type ExamStatus = (typeof examStatuses)[number];
export type ListedStatus = (typeof listedStatuses)[number];

/** Names of fields: with commas between them, as a form's one text can hold them, or as they were read before. */
const fieldList = z.preprocess(
  (value) => (typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value),
  z.array(z.enum(patientCheckFields)),
);

/** The text fields of an upload's form. */
export const examUpload = z.object({
  patientId: requiredString(validationMessages.patientRequired)
    .trim()
    .min(1, { error: validationMessages.patientRequired }),
  examType,
  examDate: calendarDate(validationMessages.examDateRequired),
  referringPhysician: optional(line(limits.nameMax * 2)),
  notes: optional(lines(limits.notesMax)),
  /** Why it is right that the file names another patient; without it such an exam is held back from doctors. */
  mismatchReason: optional(lines(limits.reasonMax)),
  /** For which differences the reason was given: `name,birthDate`. Absent, for those that a browser can show. */
  mismatchFields: optional(fieldList),
});
export type ExamUpload = z.output<typeof examUpload>;

/** Why an exam cannot be looked at in the browser; its file can be downloaded all the same. */
export type ViewingFault = (typeof viewingFaults)[number];

/** Where an exam's files and its patient's record disagree (product, "Exams": wrong-patient guard). */
export const examMismatch = z.object({
  /** `not-compared`: not every file of the archive could be compared with the record. */
  cause: z.enum(mismatchCauses),
  /** In the values' own form: a PN, `YYYY-MM-DD`, M or F, a number (an AMKA masked). Empty for several patients. */
  differences: z.array(z.object({ field: z.enum(patientCheckFields), theirs: z.string(), ours: z.string() })),
  /** The patients whom the files name, where they are several; to the center alone. */
  patients: z.array(z.object({ name: z.string().nullable(), birthDate: z.string().nullable() })).optional(),
  /** The center has said that it is right. */
  confirmed: z.boolean(),
});
export type ExamMismatch = z.infer<typeof examMismatch>;

export const exam = z.object({
  id: z.string(),
  patientId: z.string(),
  examType,
  examDate: z.iso.date(),
  referringPhysician: z.string().nullable(),
  notes: z.string().nullable(),
  fileName: z.string(),
  fileSize: z.number().int(),
  /** Of the file as it was uploaded, in hex. */
  sha256: z.string().length(64),
  uploadedAt: instant,
  status: examStatus,
  /** It was prepared for viewing: its series are known. */
  viewable: z.boolean(),
  viewingFault: z.enum(viewingFaults).optional(),
  mismatch: examMismatch.optional(),
});
export type Exam = z.infer<typeof exam>;

/** An exam as its center sees it, with its patient. */
export const examWithPatient = exam.extend({
  patient: z.object({ firstName: z.string(), lastName: z.string(), patientId: z.string() }),
  /** Held back from doctors until the center confirms or moves it. */
  inDoubt: z.boolean(),
  /** When the center last moved, confirmed or withdrew it; absent where it never did. */
  changedAt: instant.optional(),
  /** What the center wrote then. Doctors never see it. */
  reason: z.string().optional(),
});
export type ExamWithPatient = z.infer<typeof examWithPatient>;

const reason = lines(limits.reasonMax);

export const examMove = z.object({
  /** Of the patient who shall have it. */
  patientId: requiredString(validationMessages.patientRequired)
    .trim()
    .min(1, { error: validationMessages.patientRequired }),
  reason: optional(reason),
});
export type ExamMove = z.output<typeof examMove>;

export const examWithdrawal = z.object({ reason: lines(limits.reasonMax, validationMessages.reasonRequired) });

export const examConfirmation = z.object({ reason: optional(reason) }).optional();

/** A filter's value; `all`, as the specification's clients send it, and an empty one are no filter. */
const optionalFilter = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === 'all' || value === '' ? undefined : value), schema.optional()).optional();

export const historyQuery = z.object({
  examType: optionalFilter(examType),
  status: optionalFilter(z.enum(listedStatuses)),
  patientSearch: searchText,
  /** Exactly this patient's, by public id; `patientSearch` then counts for nothing. */
  patientId: optional(z.string().max(40)),
  /** Exactly this exam, whatever its status. */
  id: optional(z.string().max(40)),
  dateFrom: optional(z.iso.date({ error: validationMessages.dateInvalid })),
  dateTo: optional(z.iso.date({ error: validationMessages.dateInvalid })),
  ...paging,
});

export const centerDashboard = z.object({
  totalPatients: z.number().int(),
  examsThisMonth: z.number().int(),
  recentUploads: z.array(
    z.object({ id: z.string(), examType, uploadedAt: instant, fileName: z.string(), status: examStatus }),
  ),
  /** Bytes. */
  totalStorage: z.number().int(),
  /** Of the center's plan, in bytes; null where it was agreed without one. */
  quotaBytes: z.number().int().nullable(),
  /** Shown and warned about; it gates nothing (product, "Centers"). The end day is included; null where none was set. */
  subscription: z.object({
    plan: z.enum(centerPlanNames),
    status: z.enum(shownSubscriptionStatuses),
    end: z.iso.date().nullable(),
  }),
});
