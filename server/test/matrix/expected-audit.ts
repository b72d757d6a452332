import type { Route } from '@medcloud/contract/route';
import { allRoutes } from './rows.ts';

/** The audit events that a successful call must write. */
export interface AuditExpectation {
  /** Exactly one event of one of these kinds. */
  readonly events: readonly string[];
  /**
   * Only the first call of a session and exam within five minutes writes one; later calls are counted with it (security
   * 4).
   */
  readonly isFolded?: true;
  /** An event is expected only if this list of the response is not empty. */
  readonly list?: string;
}

/** T-AUD3: the one event that each route with patients' data writes on success. */
const expectedEvents: Readonly<Record<string, string | readonly string[]>> = {
  'GET /api/medical-center/patients': 'patients_listed',
  'POST /api/medical-center/patients': 'patient_registered',
  'GET /api/medical-center/patients/{patientId}': 'patient_shown',
  'PATCH /api/medical-center/patients/{patientId}': 'patient_changed',
  'GET /api/medical-center/patients/{patientId}/access-log': 'access_log_shown',
  'POST /api/medical-center/patients/{patientId}/reveal': 'amka_revealed',
  'POST /api/medical-center/patients/{patientId}/consent-link': 'consent_link_sent',
  'GET /api/medical-center/patients/{patientId}/grants': 'grants_shown',
  'POST /api/medical-center/grants/{id}/revoke': 'consent_revoked',
  'GET /api/medical-center/exam-history': 'exams_listed',
  'POST /api/medical-center/upload-exam': 'exam_uploaded',
  'POST /api/medical-center/uploads': 'exam_upload_begun',
  'POST /api/medical-center/exams/{id}/move': 'exam_moved',
  'POST /api/medical-center/exams/{id}/withdraw': 'exam_withdrawn',
  'POST /api/medical-center/exams/{id}/confirm': 'exam_confirmed',
  'GET /api/doctor/accessible-patients': 'patients_listed',
  'GET /api/doctor/patient-exams/{patientId}': 'exams_listed',
  'POST /api/doctor/request-patient-access': 'access_requested',
  'POST /api/doctor/verify-otp': 'otp_verified',
  'POST /api/doctor/grants/{id}/relinquish': 'consent_revoked',
  'GET /api/download/{id}': 'exam_downloaded',
  'POST /api/patient-access/lookup': 'consent_shown',
  'POST /api/patient-access/respond': ['consent_granted', 'consent_denied'],
  'POST /api/patient-access/change': 'consent_changed',
  'POST /api/patient-access/revoke': 'consent_revoked',
  'POST /api/patient-access/block': 'doctor_blocked',
};

const examViewed: AuditExpectation = { events: ['exam_viewed'], isFolded: true };
const otherExpectations: Readonly<Record<string, AuditExpectation>> = {
  'GET /api/exams/{id}': examViewed,
  'GET /api/medical-center/dashboard': { events: ['exams_listed'], list: 'recentUploads' },
  'GET /api/doctor/dashboard': { events: ['patients_listed'], list: 'recentActivity' },
};

/** Routes of centers, doctors and links that write no event on every success, with the reason. */
const unauditedRoutes: Readonly<Record<string, string>> = {
  'GET /api/medical-center/uploads': 'the center’s own open uploads',
  'GET /api/medical-center/uploads/{id}': 'the offset of an upload, whose creation wrote an event',
  'PATCH /api/medical-center/uploads/{id}': 'a part: creation and end of its upload write events',
  'DELETE /api/medical-center/uploads/{id}': 'writes an event only if there was an open upload; repeatable',
  'POST /api/patient-access/block-lookup': 'the requesting doctor’s name, no data of a patient',
  'GET /api/account/tokens': 'one’s own tokens',
  'POST /api/account/tokens': 'one’s own tokens',
  'DELETE /api/account/tokens/{id}': 'one’s own tokens',
  'GET /api/doctor/requests': 'the doctor’s own requests, by the last three digits',
  'GET /api/doctor/profile': 'the doctor’s own',
  'PATCH /api/doctor/profile': 'the doctor’s own',
  'GET /api/doctor/billing': 'the doctor’s own',
  'POST /api/doctor/change-plan': 'the doctor’s own',
  'POST /api/doctor/payment-method': 'the doctor’s own',
};

/** Calls that return 200 without effect when repeated (product, "Order of checks"). Then they write no event. */
const idempotentActs = [
  ...['respond', 'revoke', 'block'].map((act) => `POST /api/patient-access/${act}`),
  'POST /api/medical-center/grants/{id}/revoke',
  'POST /api/doctor/grants/{id}/relinquish',
];

export const isIdempotentAct = (route: Route): boolean => idempotentActs.includes(nameOf(route));

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const isDicomWeb = (route: Route) => route.path.startsWith('/dicom-web/');

/** Returns the events that a route writes on success, or null if none. */
export function expectedAuditOf(route: Route): AuditExpectation | null {
  if (isDicomWeb(route)) return expectedAuditOfDicomWeb(route.path);
  const events = expectedEvents[nameOf(route)];
  return events === undefined ? (otherExpectations[nameOf(route)] ?? null) : { events: [events].flat() };
}

/** Returns the event of a DICOMweb path: search, download of a study or series, download of an instance, or view. */
function expectedAuditOfDicomWeb(path: string): AuditExpectation {
  if (/^\/dicom-web\/(studies|series|instances)$/.test(path)) return { events: ['studies_searched'] };
  if (/\/\{(study|series)\}$/.test(path)) return { events: ['exam_downloaded'] };
  return path.endsWith('/{instance}') ? { events: ['exam_downloaded'], isFolded: true } : examViewed;
}

/** Lists routes with patients' data that are in no list, and listed routes that no longer exist. */
export function routesWithoutAudit(): string[] {
  const clinical = allRoutes.filter(({ access }) =>
    ['center', 'doctor', 'center-or-doctor', 'holder'].includes(access),
  );
  const names = clinical.filter((route) => !isDicomWeb(route)).map(nameOf);
  const listed = [...Object.keys(expectedEvents), ...Object.keys(otherExpectations), ...Object.keys(unauditedRoutes)];
  return [...names.filter((name) => !listed.includes(name)), ...listed.filter((name) => !names.includes(name))];
}
