/** Lists that shapes and screens choose from, apart from the shapes, so that a screen which only draws them does not load zod. */
export const examTypes = ['mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other'] as const;
/** What may come as a PDF, JPEG or PNG; the others are DICOM alone. */
export const documentExamTypes: readonly (typeof examTypes)[number][] = ['blood', 'other'];
/** What an exam of a list may be: a withdrawn one is in none. */
export const listedStatuses = ['processing', 'completed', 'needs-attention'] as const;
export const examStatuses = [...listedStatuses, 'withdrawn'] as const;
export const viewingFaults = ['damaged', 'unreadable', 'overran'] as const;
/** Where a file and a patient's record may disagree. */
export const patientCheckFields = ['name', 'birthDate', 'sex', 'number'] as const;
/** Those of them that a browser can compare: what a number means, only the portal knows. */
export const preflightCheckFields = ['name', 'birthDate', 'sex'] as const;
/** Why an exam is held back from doctors. */
export const mismatchCauses = ['patient-mismatch', 'several-patients', 'not-compared'] as const;
export const genders = ['Male', 'Female', 'Other'] as const;
export const doctorGenders = ['female', 'male'] as const;
export const specializations = [
  'Radiology',
  'Cardiology',
  'Neurology',
  'Orthopedics',
  'General Practice',
  'Other',
] as const;
export const centerSorts = ['registrationDate', 'renewalDate', 'activityDate', 'name'] as const;
export const supportRoles = ['medical-center', 'doctor', 'admin', 'other'] as const;
/** How long an API token may work, in days. */
export const tokenDays = [30, 90, 365] as const;
export const supportStates = ['open', 'answered', 'closed'] as const;

/** Who besides the patient ended a grant before its time, and why: codes, which the audit trail may keep. */
export const grantEndRoles = ['center', 'doctor', 'admin'] as const;
export const grantEndReasons = ['asked', 'mistake', 'misuse', 'other'] as const;

/** Where the portal stands on a doctor: checked, checked once and being checked again, or not vouched for. */
export const doctorVerificationStates = ['verified', 'review', 'unverified'] as const;

/** What is shown of a subscription. `pending`: active from a day to come. */
export const shownSubscriptionStatuses = ['active', 'pending', 'inactive', 'expired'] as const;
export const centerPlanNames = ['basic', 'premium', 'enterprise'] as const;
