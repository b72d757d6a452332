export * from './amka.ts';
export * from './api-client.ts';
export * from './events.ts';
export * from './faults.ts';
export { formatDay } from './format-day.ts';
export * from './languages.ts';
export * from './limits.ts';
export * from './patient-id.ts';
export * from './phones.ts';
export * from './plans.ts';
export * from './quota.ts';
export * from './route.ts';
export { routes } from './routes/index.ts';
export * from './screens.ts';
export * from './shapes/access.ts';
export * from './shapes/access-report.ts';
export * from './shapes/account/api-tokens.ts';
export * from './shapes/account/sessions.ts';
export type {
  CenterChanges,
  CenterCreation,
  CenterListQuery,
  CenterSort,
  Disablement,
  Doctor,
  DoctorApplication,
  DoctorSignup,
  MedicalCenterDetails,
  MedicalCenterEntry,
  PendingDoctor,
  Role,
  SessionReply,
  User,
} from './shapes/accounts.ts';
export * as accountShapes from './shapes/accounts.ts';
export { doctorGenders, roles, specializations } from './shapes/accounts.ts';
export * from './shapes/alarms.ts';
export * from './shapes/annotations.ts';
export * from './shapes/billing/accounts.ts';
export * from './shapes/billing/bank.ts';
export * from './shapes/billing/invoices.ts';
export * from './shapes/billing/overview.ts';
export * from './shapes/billing/party.ts';
export * from './shapes/billing.ts';
export * from './shapes/breaches.ts';
export { type Gender, genders } from './shapes/common.ts';
export * from './shapes/exams.ts';
export * from './shapes/patient-match.ts';
export * from './shapes/patient-sheet.ts';
export * from './shapes/people.ts';
export * from './shapes/profile.ts';
export * from './shapes/support.ts';
export * from './shapes/uploads.ts';
export * from './shapes/viewing.ts';
export * from './shapes/worklist.ts';
export * from './support-reference.ts';
export * from './validation-codes.ts';
