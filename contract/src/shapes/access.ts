import * as z from 'zod';
import { doctorVerificationStates, revocationReasons } from '../choices.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { doctorGenders } from './accounts.ts';
import { clearable, instant, language, optional, requiredString, strictObject, withDefault } from './common.ts';
import { exam, examSummary, examType, examTypes } from './exams.ts';
import { accessiblePatient } from './people.ts';

export const accessStatuses = ['pending', 'granted', 'denied', 'expired', 'revoked'] as const;
export const accessStatus = z.enum(accessStatuses);
export type AccessStatus = (typeof accessStatuses)[number];

/** Body of a center's or an administrator's call that revokes a grant. A doctor needs no reason. */
export const grantRevocation = strictObject({
  reason: z.enum(revocationReasons, { error: issueCode('end_reason_required') }),
});
export type GrantRevocation = z.infer<typeof grantRevocation>;
/** State of the grant after the call: `revoked`, or its earlier end state. */
export const grantRevocationReply = z.object({ ok: z.literal(true), status: accessStatus });
export type GrantRevocationReply = z.infer<typeof grantRevocationReply>;

/** 10 to 15 characters without blanks and dashes, including the plus (specification, section 5; product, "Names"). */
const phoneForCode = requiredString(issueCode('patient_phone_required'))
  .trim()
  .min(1, { error: issueCode('patient_phone_required'), abort: true })
  .transform((typed) => typed.replace(/[\s\-().]/g, ''))
  .pipe(
    z
      .string()
      .min(limits.phoneMinCharacters, { error: issueCode('phone_invalid') })
      .max(limits.phoneMaxCharacters, { error: issueCode('phone_invalid') })
      .regex(/^\+?\d+$/, { error: issueCode('phone_invalid') }),
  );

export const accessRequest = z.object({ patientPhone: phoneForCode });
export const accessRequestReply = z.object({ message: z.string(), requestId: z.string(), resendAt: instant });

export const codeVerification = z
  .object({
    patientPhone: optional(phoneForCode),
    requestId: optional(z.string().max(100)),
    otpCode: requiredString(issueCode('otp_required'))
      .trim()
      .min(1, { error: issueCode('otp_required'), abort: true })
      .regex(new RegExp(`^\\d{${limits.otpDigits}}$`), { error: issueCode('otp_length') }),
  })
  .refine((form) => form.patientPhone !== undefined || form.requestId !== undefined, {
    path: ['patientPhone'],
    error: issueCode('patient_phone_required'),
  });
export const codeVerificationReply = z.object({ message: z.string(), status: z.literal('pending') });

export const openRequest = z.object({
  id: z.string(),
  /** Masked to its last three digits. */
  phone: z.string(),
  step: z.enum(['code', 'consent', 'answered']),
  status: accessStatus,
  codeExpiresAt: instant.optional(),
  requestedAt: instant,
  expiresAt: instant,
});
export type OpenRequest = z.infer<typeof openRequest>;

/** An exam in a doctor's list of a patient. */
export const examOfPatient = exam.omit({ patientId: true }).extend({
  /** As in the worklist: new to the doctor, and neither opened nor marked as seen. */
  isNew: z.boolean(),
});
export type ExamOfPatient = z.infer<typeof examOfPatient>;

export const patientExams = z.object({ patient: accessiblePatient, exams: z.array(examOfPatient) });

export const doctorDashboard = z.object({
  patientsAccessed: z.number().int(),
  examsReviewed: z.number().int(),
  filesDownloaded: z.number().int(),
  /** Centers of all patients that the doctor has ever opened. */
  medicalCenters: z.number().int(),
  recentActivity: z.array(
    z.object({
      type: z.enum(['view', 'download']),
      description: z.string(),
      medicalCenter: z.string(),
      time: instant,
      examType: examType.nullable(),
    }),
  ),
});

// Consent link. Here `accessToken` is the token of the link, not the column of that name (shapes, "lookup").

const accessToken = requiredString(issueCode('required'))
  .min(1, { error: issueCode('required') })
  .max(200);
const patientIds = z
  .array(z.string().max(40), { error: issueCode('persons_required') })
  .min(1, { error: issueCode('persons_required') })
  .max(50);
const days = z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], {
  error: issueCode('days_unknown'),
});
const examTypesShown = z.array(examType).nullable();
/** The code that was sent to the link's phone after `code_required`. */
const confirmationCode = optional(
  z
    .string()
    .trim()
    .regex(new RegExp(`^\\d{${limits.otpDigits}}$`), { error: issueCode('otp_length') }),
);
/** null: all types, also of future exams. */
const examTypesScope = clearable(z.array(examType).min(1).max(examTypes.length));

export const linkLookup = z.object({ accessToken });
/** `logAfter`: the `accessLogMore` of the previous reply, to read the next page of the log. */
export const consentLookup = linkLookup.extend({ logAfter: optional(z.string().max(20)) });

export const linkRecord = z.object({
  patientId: z.string(),
  /** Given name and initial only, because any user of the phone can read it. */
  name: z.string(),
  medicalCenter: z.object({ name: z.string(), phone: z.string().nullable() }),
  examCount: z.number().int(),
  /** The newest three. Without the study description, which a device may have filled with anything. */
  exams: z.array(
    z.object({
      examType,
      examDate: z.iso.date(),
      bodyParts: examSummary.shape.bodyParts,
      laterality: examSummary.shape.laterality,
    }),
  ),
  status: accessStatus,
  expiresAt: instant.nullable(),
  examTypes: examTypesShown,
  /** The patient wants a daily access notice by SMS. */
  tellLooks: z.boolean(),
  /** Time of the patient's response for this record; null before. */
  answeredAt: instant.nullable(),
  /** The accepted consent text, for the receipt: its language, version and SHA-256; null if not granted. */
  agreed: z.object({ language, textVersion: z.string(), textHash: z.string() }).nullable(),
  /** The center lets its patients see their own pictures. */
  isOwnViewable: z.boolean(),
});
export type LinkRecord = z.infer<typeof linkRecord>;

export const linkState = z.object({
  status: accessStatus,
  /** Identifies the request on the receipt and on the phone. */
  reference: z.string(),
  doctor: z.object({
    firstName: z.string(),
    lastName: z.string(),
    licenseNumber: z.string(),
    specialization: z.string(),
    gender: z.enum(doctorGenders).optional(),
    /** The shown license was checked only if this is `verified`. */
    standing: z.enum(doctorVerificationStates),
  }),
  requestedAt: instant,
  /** End of the link's validity. */
  expiresAt: instant,
  language,
  days: z.array(z.number().int()),
  records: z.array(linkRecord),
  accessLog: z.array(
    z.object({
      at: instant,
      patientId: z.string(),
      what: z.enum(['list', 'view', 'download']),
      examType: examType.nullable(),
      /** By the patient, by this link; else by the doctor. */
      isOwn: z.boolean(),
    }),
  ),
  /** Cursor for the next page of the log; null at its end. */
  accessLogMore: z.string().nullable(),
});
export type LinkState = z.infer<typeof linkState>;

/** State of the block link, which is at the end of a code's message. */
export const blockState = z.object({
  doctor: linkState.shape.doctor,
  requestedAt: instant,
  language,
  /** Duration of a block. */
  days: z.number().int(),
  /** null while the doctor is not blocked. */
  blockedUntil: instant.nullable(),
});
export type BlockState = z.infer<typeof blockState>;
export const blockReply = z.object({ blockedUntil: instant });

export const linkResponse = z.object({
  accessToken,
  response: z.enum(['grant', 'deny']),
  patientIds: optional(patientIds),
  days: withDefault(days, limits.grantDaysPreset),
  examTypes: examTypesScope,
  /** At most one access notice a day by SMS; off by default. */
  tellLooks: withDefault(z.boolean(), false),
  language: optional(language),
  code: confirmationCode,
});
export type LinkResponse = z.output<typeof linkResponse>;

const linkRecordState = linkRecord.pick({ patientId: true, status: true, expiresAt: true, examTypes: true });
export const linkResponseReply = z.object({ status: z.enum(['granted', 'denied']), records: z.array(linkRecordState) });

export const linkChange = z.object({
  accessToken,
  patientId: z.string().max(40),
  days: optional(days),
  examTypes: examTypesScope,
  tellLooks: optional(z.boolean()),
  code: confirmationCode,
});
export const linkChangeReply = z.object({ records: z.array(linkRecordState) });

export const linkRevocation = z.object({ accessToken, patientIds: optional(patientIds) });
/** `revoked`, unless the requested records were denied or had expired before. */
export const linkRevocationReply = z.object({ status: accessStatus, records: z.array(linkRecordState) });

/** Without `code` the call is 403 and sends one. */
export const overviewOpening = z.object({ accessToken, code: confirmationCode });
/** The secret that lists and changes all grants of the phone, and until when. */
export const overviewSession = z.object({ overviewToken: z.string(), expiresAt: instant });
export type OverviewSession = z.infer<typeof overviewSession>;

const overviewToken = accessToken;
export const overviewRequest = z.object({
  overviewToken,
  cursor: optional(z.uuid({ error: issueCode('cursor_invalid') })),
});

const overviewGrant = linkRecord
  .pick({ name: true, medicalCenter: true, examCount: true, exams: true, status: true, examTypes: true })
  .extend({ id: z.string(), doctor: linkState.shape.doctor, expiresAt: instant });
export const overview = z.object({
  days: linkState.shape.days,
  /** Active ones first, then ended ones, each newest first. Of an ended grant no exams are shown. */
  grants: z.array(overviewGrant),
  /** Leads to the next page; null at the end. */
  cursor: z.string().nullable(),
});
export type Overview = z.infer<typeof overview>;

const grantId = z.string().max(40);
export const overviewChange = z.object({
  overviewToken,
  grantId,
  days: optional(days),
  examTypes: examTypesScope,
});
export type OverviewChange = z.output<typeof overviewChange>;
export const overviewRevocation = z.object({ overviewToken, grantId });
export type OverviewRevocation = z.output<typeof overviewRevocation>;
export const overviewGrantState = overviewGrant.pick({ status: true, expiresAt: true, examTypes: true });
export type OverviewGrantState = z.infer<typeof overviewGrantState>;
