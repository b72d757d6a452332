import * as z from 'zod';
import { centerPlanNames, centerSorts, doctorGenders, shownSubscriptionStatuses } from '../choices.ts';
import { limits } from '../limits.ts';
import { allPermissions, centerRoles } from '../permissions.ts';
import { issueCode } from '../validation-codes.ts';
import { openFactorReset } from './account/factor-resets.ts';
import { signupBusiness } from './billing/party.ts';
import { cardFacts } from './billing.ts';
import {
  clearable,
  email,
  instant,
  isNameWithoutLink,
  language,
  line,
  lines,
  optional,
  paging,
  personName,
  requiredString,
  searchText,
  strictObject,
  text,
  withDefault,
} from './common.ts';

export { centerSorts, doctorGenders, specializations } from '../choices.ts';

export const roles = ['admin', 'doctor', 'medical_center'] as const;
export const role = z.enum(roles);
export type Role = (typeof roles)[number];

/** Subscription statuses that an administrator can set. */
export const userSubscriptionStatuses = ['active', 'inactive', 'expired'] as const;
export const doctorSubscriptionStatuses = ['active', 'pending', 'inactive'] as const;

/** A second factor is required of the account, which has none. Once it is due, only what sets one up is allowed. */
export const factorSetup = z.object({ dueOn: z.iso.date(), isDue: z.boolean() });
export type FactorSetup = z.infer<typeof factorSetup>;

export const sessionUser = z.object({
  id: z.string(),
  email: z.string(),
  role,
  language: language.optional(),
  mustChangePassword: z.boolean(),
  factorSetup: factorSetup.optional(),
});

export const sessionCenter = z.object({
  id: z.string(),
  name: z.string(),
  centerId: z.string(),
  number: z.number().int(),
});

export const sessionDoctor = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  licenseNumber: z.string(),
  specialization: z.string(),
  isVerified: z.boolean(),
  subscriptionStatus: z.enum(doctorSubscriptionStatuses),
});

export const password = requiredString(issueCode('required'))
  .min(1, { error: issueCode('required') })
  .max(1_000);

export const centerLogin = strictObject({ centerId: text(issueCode('required'), 200), password });
export const emailLogin = strictObject({
  email: requiredString(issueCode('email_invalid'))
    .trim()
    .toLowerCase()
    .max(254, { error: issueCode('email_invalid') })
    .pipe(z.email({ error: issueCode('email_invalid') })),
  password,
});

/** The member of a center who is signed in; absent for the center's own account, which may do all. */
export const sessionMember = z.object({
  id: z.string(),
  /** The name after the center ID at the sign-in. */
  username: z.string(),
  displayName: z.string(),
  roles: z.array(z.enum(centerRoles)),
  permissions: z.array(z.enum(allPermissions)),
});
export type SessionMember = z.infer<typeof sessionMember>;

export const centerLoginReply = z.object({
  sessionId: z.string(),
  user: sessionUser,
  medicalCenter: sessionCenter,
  member: sessionMember.optional(),
});
export const doctorLoginReply = z.object({ sessionId: z.string(), user: sessionUser, doctor: sessionDoctor });
export const adminLoginReply = z.object({ sessionId: z.string(), user: sessionUser });

export const sessionReply = z.object({
  user: sessionUser,
  medicalCenter: sessionCenter.optional(),
  doctor: sessionDoctor.optional(),
  member: sessionMember.optional(),
  expiresAt: instant,
  /** Seconds until `expiresAt`, for a browser with a wrong clock. */
  expiresInSeconds: z.number().int(),
});
export type SessionReply = z.infer<typeof sessionReply>;

/** A password chosen by the user. On https the server requires more characters. */
export const ownPassword = requiredString(issueCode('password_short_6'))
  .min(limits.signupPasswordMin, { error: issueCode('password_short_6') })
  .max(limits.passwordMax, { error: issueCode('password_long') });

/** A doctor's application without the password, which is stored until the email is confirmed. */
export const doctorApplication = z.object({
  firstName: personName(issueCode('first_name_required')),
  lastName: personName(issueCode('last_name_required')),
  email,
  licenseNumber: text(issueCode('license_required')),
  specialization: text(issueCode('specialization_required')),
  gender: optional(z.enum(doctorGenders)),
  plan: withDefault(z.enum(['yearly', 'monthly'], { error: issueCode('plan_unknown') }), 'yearly'),
  /**
   * Required by the browser's form. A client of the specification has no such field and is assumed to have shown its
   * own terms.
   */
  acceptedTerms: optional(z.literal(true, { error: issueCode('terms_required') })),
  language: optional(language),
  billing: optional(cardFacts),
  business: optional(signupBusiness),
});
export type DoctorApplication = z.output<typeof doctorApplication>;

export const doctorSignup = doctorApplication
  .extend({ password: ownPassword, confirmPassword: requiredString(issueCode('passwords_differ')) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    error: issueCode('passwords_differ'),
    when: ({ value }) =>
      typeof value === 'object' && value !== null && 'password' in value && 'confirmPassword' in value,
  });
export type DoctorSignup = z.output<typeof doctorSignup>;

export const passwordChange = strictObject({
  currentPassword: password,
  newPassword: requiredString(issueCode('required'))
    .min(limits.signupPasswordMin, { error: issueCode('password_short_6') })
    .max(limits.passwordMax, { error: issueCode('password_long') }),
});

/** The token in the fragment of a mailed link. */
export const linkToken = requiredString(issueCode('required'))
  .min(1, { error: issueCode('required') })
  .max(200);

export const passwordResetRequest = strictObject({ email });
export const passwordReset = strictObject({ token: linkToken, password: ownPassword });
export const browserRemembering = strictObject({ token: linkToken });
/** `role` selects the sign-in page. */
export const passwordResetReply = z.object({ ok: z.literal(true), role });
export const emailConfirmation = strictObject({ token: linkToken });

export const accountChange = strictObject({ language });
export const accountReply = z.object({ user: sessionUser });

/** Fields of a center that an administrator edits, at creation and later. */
const centerFields = {
  name: line(200, issueCode('center_name_short'))
    .min(2, { error: issueCode('center_name_short') })
    .refine(isNameWithoutLink, { error: issueCode('name_link') }),
  email,
  address: requiredString(issueCode('address_short'))
    .trim()
    .min(10, { error: issueCode('address_short') })
    .max(limits.addressMax),
  phone: requiredString(issueCode('phone_invalid'))
    .trim()
    .min(10, { error: issueCode('phone_invalid') })
    .max(40, { error: issueCode('phone_invalid') }),
};
const centerPlan = z.enum(centerPlanNames);
const placeName = line();
const zipCode = line(20);
const quotaBytes = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const centerCreation = strictObject({
  ...centerFields,
  centerId: requiredString(issueCode('center_id_short'))
    .trim()
    .min(3, { error: issueCode('center_id_short') })
    .max(40)
    .regex(/^[^/\s]+$/, { error: issueCode('center_id_characters') }),
  password: requiredString(issueCode('password_short_8'))
    .min(limits.centerPasswordMin, { error: issueCode('password_short_8') })
    .max(limits.passwordMax, { error: issueCode('password_long') }),
  plan: withDefault(centerPlan, 'basic'),
  city: optional(placeName),
  state: optional(placeName),
  zipCode: optional(zipCode),
  quotaBytes: optional(quotaBytes),
});
export type CenterCreation = z.output<typeof centerCreation>;

/** An absent field is unchanged; null clears it. A center ID cannot be changed. */
export const centerChanges = strictObject({
  name: centerFields.name.optional(),
  email: centerFields.email.optional(),
  address: centerFields.address.optional(),
  phone: centerFields.phone.optional(),
  city: clearable(placeName),
  state: clearable(placeName),
  zipCode: clearable(zipCode),
  plan: optional(centerPlan),
  /** Only for the enterprise plan; null: no limit. */
  quotaBytes: clearable(quotaBytes),
});
export type CenterChanges = z.output<typeof centerChanges>;

export const medicalCenter = z.object({
  id: z.string(),
  number: z.number().int(),
  name: z.string(),
  centerId: z.string(),
  email: z.string(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  plan: centerPlan,
  quotaBytes: z.number().int().nullable(),
  createdAt: instant,
});

/** Start and reason of an account's disablement or of a doctor's suspension. */
export const disablement = z.object({ since: instant, reason: z.string().nullable() });
export type Disablement = z.infer<typeof disablement>;

/** A center in the plain list (specification, section 3). */
export const medicalCenterEntry = medicalCenter
  .pick({ id: true, number: true, name: true, centerId: true, address: true, phone: true, plan: true, createdAt: true })
  .extend({ userId: z.string(), disabled: disablement.optional() });
export type MedicalCenterEntry = z.infer<typeof medicalCenterEntry>;

/** A center with its subscription and figures. Withdrawn exams are not counted. */
export const medicalCenterDetails = medicalCenter.extend({
  userId: z.string(),
  disabled: disablement.optional(),
  subscriptionStatus: z.enum(shownSubscriptionStatuses),
  subscriptionStart: z.iso.date().nullable(),
  subscriptionEnd: z.iso.date().nullable(),
  totalPatients: z.number().int(),
  totalExams: z.number().int(),
  /** Bytes of the files as uploaded. */
  storageUsed: z.number().int(),
  /** The last sign-in or upload. */
  lastActivity: instant.nullable(),
});
export type MedicalCenterDetails = z.infer<typeof medicalCenterDetails>;

export type CenterSort = (typeof centerSorts)[number];

/** Default order: registration date, descending (specification, section 9). */
export const centerListQuery = z.object({
  search: searchText,
  sortBy: optional(z.enum(centerSorts)),
  sortOrder: optional(z.enum(['asc', 'desc'])),
  ...paging,
});
export type CenterListQuery = z.output<typeof centerListQuery>;

export const doctorStatuses = ['pending', 'verified', 'pending_review', 'suspended', 'rejected', 'closed'] as const;

export const user = z.object({
  id: z.string(),
  email: z.string(),
  role,
  subscriptionStartDate: z.iso.date().nullable(),
  subscriptionEndDate: z.iso.date().nullable(),
  subscriptionStatus: z.enum(shownSubscriptionStatuses),
  createdAt: instant,
  centerId: z.string().optional(),
  centerName: z.string().optional(),
  doctorId: z.string().optional(),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  /** A person who is only a member of centers, in the latest one; such an account has no subscription. */
  member: z.object({ displayName: z.string(), centerId: z.string(), centerName: z.string() }).optional(),
  /** Only for doctors, who are suspended and not disabled. */
  doctorStatus: z.enum(doctorStatuses).optional(),
  disabled: disablement.optional(),
  /** Since when an alarm holds the account; absent if none does. */
  heldSince: instant.optional(),
  /** Absent without a second factor. */
  hasFactor: z.literal(true).optional(),
  factorReset: openFactorReset.optional(),
});
export type User = z.infer<typeof user>;

const subscriptionDay = z.iso
  .date({ error: issueCode('date_invalid') })
  .refine((day) => day >= '2020-01-01' && day <= '2100-12-31', { error: issueCode('year_range') });

export const subscriptionUpdate = strictObject({
  userId: requiredString(issueCode('required')),
  startDate: subscriptionDay,
  endDate: subscriptionDay,
  status: z.enum(userSubscriptionStatuses),
}).refine((form) => form.endDate >= form.startDate, { path: ['endDate'], error: issueCode('end_before_start') });

export const subscriptionRenewal = strictObject({
  userId: requiredString(issueCode('required')),
  months: withDefault(
    z.union([z.literal(1), z.literal(3), z.literal(6), z.literal(12)], { error: issueCode('months_unknown') }),
    12,
  ),
  /** The doctor is asked to pay for the months, which begin with the payment; absent: they are free. */
  charge: optional(z.boolean()),
});

export const doctor = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  licenseNumber: z.string(),
  specialization: z.string(),
  isVerified: z.boolean(),
  /** Status of the application. `pending_review`: approved before, in review after a change of name or license. */
  status: z.enum(doctorStatuses),
  subscriptionStatus: z.enum(doctorSubscriptionStatuses),
  createdAt: instant,
  plan: z.enum(['yearly', 'monthly']),
  /** For a doctor in review after a change of name or license: start of the review and the approved values. */
  review: z
    .object({
      since: instant,
      approved: z.object({ firstName: z.string(), lastName: z.string(), licenseNumber: z.string() }),
    })
    .optional(),
  /** Set while the status is `suspended`. */
  disabled: disablement.optional(),
  user: z.object({ id: z.string(), email: z.string() }),
});
export type Doctor = z.infer<typeof doctor>;

/**
 * A doctor waiting for approval, with the SMS that will name the doctor to a patient, in each language. `trialDays`: free
 * days of an approval that names none; 0 where the doctor was approved before.
 */
export const pendingDoctor = doctor.extend({
  sms: z.array(z.object({ language, text: z.string() })),
  trialDays: z.number().int(),
});
export type PendingDoctor = z.infer<typeof pendingDoctor>;

export const adminDashboard = z.object({
  totalUsers: z.number().int(),
  totalMedicalCenters: z.number().int(),
  /** Verified doctors only. */
  totalDoctors: z.number().int(),
  totalPatients: z.number().int(),
  totalExams: z.number().int(),
  pendingDoctors: z.number().int(),
  /** New ones of the last seven days; for doctors, newly verified ones. */
  thisWeek: z.object({
    users: z.number().int(),
    medicalCenters: z.number().int(),
    doctors: z.number().int(),
  }),
});

/** Free days before the first payment; absent: those of the portal's settings. A second approval begins no trial. */
export const approval = strictObject({
  trialDays: optional(
    z
      .number({ error: issueCode('trial_days') })
      .int({ error: issueCode('trial_days') })
      .min(0, { error: issueCode('trial_days') })
      .max(limits.trialDaysMax, { error: issueCode('trial_days') }),
  ),
}).optional();

/** Reason of a rejection, suspension or disablement. The account's owner reads it in the mail. */
export const rejection = strictObject({ reason: optional(lines(1_000)) }).optional();
