import * as z from 'zod';
import { doctorVerificationStates, grantEndReasons } from '../choices.ts';
import { limits } from '../limits.ts';
import { validationMessages } from '../validation-messages.ts';
import { doctorGenders } from './accounts.ts';
import { clearable, instant, language, optional, requiredString, strictObject, withDefault } from './common.ts';
import { exam, examType, examTypes } from './exams.ts';
import { accessiblePatient } from './people.ts';

export const accessStatuses = ['pending', 'granted', 'denied', 'expired', 'revoked'] as const;
export const accessStatus = z.enum(accessStatuses);
export type AccessStatus = (typeof accessStatuses)[number];

/** Why a center or an administrator ends a grant; a doctor who gives one up need not say. */
export const grantEnd = strictObject({
  reason: z.enum(grantEndReasons, { error: validationMessages.endReasonRequired }),
});
export type GrantEnd = z.infer<typeof grantEnd>;
/** What has come of the grant: `revoked`, or as it had ended before. */
export const grantEndReply = z.object({ ok: z.literal(true), status: accessStatus });
export type GrantEndReply = z.infer<typeof grantEndReply>;

/** 10 to 15 characters once blanks and dashes are gone, with the plus (specification, section 5; product, "Names"). */
const phoneForCode = requiredString(validationMessages.patientPhoneRequired)
  .trim()
  .min(1, { error: validationMessages.patientPhoneRequired, abort: true })
  .transform((typed) => typed.replace(/[\s\-().]/g, ''))
  .pipe(
    z
      .string()
      .min(limits.phoneMinCharacters, { error: validationMessages.phoneInvalid })
      .max(limits.phoneMaxCharacters, { error: validationMessages.phoneInvalid })
      .regex(/^\+?\d+$/, { error: validationMessages.phoneInvalid }),
  );

export const accessRequest = z.object({ patientPhone: phoneForCode });
export const accessRequestReply = z.object({ message: z.string(), requestId: z.string(), resendAt: instant });

export const codeVerification = z
  .object({
    patientPhone: optional(phoneForCode),
    requestId: optional(z.string().max(100)),
    otpCode: requiredString(validationMessages.otpRequired)
      .trim()
      .min(1, { error: validationMessages.otpRequired, abort: true })
      .regex(new RegExp(`^\\d{${limits.otpDigits}}$`), { error: validationMessages.otpLength }),
  })
  .refine((form) => form.patientPhone !== undefined || form.requestId !== undefined, {
    path: ['patientPhone'],
    error: validationMessages.patientPhoneRequired,
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

export const patientExams = z.object({ patient: accessiblePatient, exams: z.array(exam.omit({ patientId: true })) });

export const doctorDashboard = z.object({
  patientsAccessed: z.number().int(),
  examsReviewed: z.number().int(),
  filesDownloaded: z.number().int(),
  /** Centers whose patients were ever opened. */
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

// The consent link. Here `accessToken` is the TOKEN of the link, not the column of that name (shapes, "lookup").

const accessToken = requiredString(validationMessages.required).min(1, { error: validationMessages.required }).max(200);
const patientIds = z
  .array(z.string().max(40), { error: validationMessages.choosePersons })
  .min(1, { error: validationMessages.choosePersons })
  .max(50);
const days = z.union([z.literal(7), z.literal(30), z.literal(90), z.literal(365)], {
  error: validationMessages.daysAllowed,
});
const examTypesShown = z.array(examType).nullable();
/** null is all types, also of exams to come. */
const examTypesScope = clearable(z.array(examType).min(1).max(examTypes.length));

export const linkLookup = z.object({ accessToken });
/** `logAfter`: the `accessLogMore` of the answer whose log goes on. */
export const consentLookup = linkLookup.extend({ logAfter: optional(z.string().max(20)) });

const linkRecord = z.object({
  patientId: z.string(),
  /** Given name and initial: whoever holds the phone may read it. */
  name: z.string(),
  medicalCenter: z.object({ name: z.string(), phone: z.string().nullable() }),
  examCount: z.number().int(),
  status: accessStatus,
  expiresAt: instant.nullable(),
  examTypes: examTypesShown,
  /** The patient wants one SMS a day that says who looked. */
  tellLooks: z.boolean(),
  /** When the answer for this record was given; null before. */
  answeredAt: instant.nullable(),
  /** What was agreed to, for the receipt: the language in which it was shown, its version and SHA-256; null without a yes. */
  agreed: z.object({ language, textVersion: z.string(), textHash: z.string() }).nullable(),
});
export type LinkRecord = z.infer<typeof linkRecord>;

export const linkState = z.object({
  status: accessStatus,
  /** Names the request on the receipt and on the phone. */
  reference: z.string(),
  doctor: z.object({
    firstName: z.string(),
    lastName: z.string(),
    licenseNumber: z.string(),
    specialization: z.string(),
    gender: z.enum(doctorGenders).optional(),
    /** The licence shown was checked only where it says `verified`. */
    standing: z.enum(doctorVerificationStates),
  }),
  requestedAt: instant,
  /** Until when the link answers. */
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
    }),
  ),
  /** What the log goes on after; null at its end. */
  accessLogMore: z.string().nullable(),
});
export type LinkState = z.infer<typeof linkState>;

/** What the link at the end of a code's message opens. */
export const blockState = z.object({
  doctor: linkState.shape.doctor,
  requestedAt: instant,
  language,
  /** For how long a block holds. */
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
  /** One SMS a day at most says which doctors looked: off unless wished. */
  tellLooks: withDefault(z.boolean(), false),
  language: optional(language),
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
});
export const linkChangeReply = z.object({ records: z.array(linkRecordState) });

export const linkRevocation = z.object({ accessToken, patientIds: optional(patientIds) });
/** `revoked`, unless those asked for were denied or had run out before. */
export const linkRevocationReply = z.object({ status: accessStatus, records: z.array(linkRecordState) });
