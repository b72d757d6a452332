import { routes } from '@medcloud/contract';
import { type CenterFixture, examForm, phoneA, phoneB } from '../../harness/fixtures.ts';
import type { TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { tinyUids } from '../../harness/tiny-dicom.ts';
import { examFields, metadataHeader, uploadsPath } from '../../harness/tus.ts';
import { allRoutes } from '../rows.ts';
import type { RequestSpec } from '../send.ts';

/** By center id: the path of an open upload, and the id of an active grant on the center's patient. */
export interface TenantResources {
  uploads: ReadonlyMap<string, string>;
  grants: ReadonlyMap<string, string>;
}

/** Returns all identifiers of a tenant: its rows' ids, names and numbers, and a UID of its file. */
export function identifiersOf({ id, centerId, patient, examId, file }: CenterFixture, phone: string): string[] {
  const uid = /2\.25\.\d+/.exec(file.toString('latin1'))?.[0];
  if (uid === undefined) throw new Error('The exam’s file has no UID.');
  return [id, centerId, patient.id, patient.patientId, patient.firstName, patient.lastName, phone, examId, uid];
}

/** Returns requests of every kind for the data of both tenants. */
export function tenantRequests({ fixtures }: TestAppWithFixtures): RequestSpec[] {
  const gets = allRoutes
    .filter(
      ({ method, path, access, responseType }) =>
        method === 'GET' && !path.includes('{') && access !== 'admin' && !responseType,
    )
    .map(({ path }): RequestSpec => ({ method: 'GET', path }));
  return [...gets, ...requestsAbout(fixtures.centerA, phoneA), ...requestsAbout(fixtures.centerB, phoneB)];
}

/** Returns requests to every DICOMweb path for the data of one tenant. */
export function dicomWebRequests({ examId }: CenterFixture, seed: number): RequestSpec[] {
  const { study, series, instance } = tinyUids(seed);
  const names: Record<string, string> = { examId, study, series, instance, frames: '1', path: '7FE00010' };
  return Object.values(routes.dicomWeb).map(({ path }) => ({
    method: 'GET',
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? name),
  }));
}

function requestsAbout({ patient, examId, file }: CenterFixture, phone: string): RequestSpec[] {
  const get = (path: string): RequestSpec => ({ method: 'GET', path });
  const words = [patient.firstName, patient.lastName, patient.patientId, phone].map(encodeURIComponent);
  return [
    get(`/api/exams/${examId}`),
    get(`/api/download/${examId}`),
    { ...get(`/api/download/${examId}`), method: 'HEAD' },
    { ...get(`/api/download/${examId}`), headers: { range: 'bytes=128-' } },
    get(`/api/doctor/patient-exams/${patient.patientId}`),
    ...words.map((word) => get(`/api/medical-center/patients?search=${word}`)),
    ...words.map((word) => get(`/api/medical-center/exam-history?patientSearch=${word}`)),
    ...words.map((word) => get(`/api/doctor/accessible-patients?search=${word}`)),
    get(`/api/medical-center/patients/${patient.patientId}`),
    get(`/api/medical-center/patients/${patient.patientId}/access-log`),
    get(`/api/medical-center/patients/${patient.patientId}/grants`),
    get(`/api/medical-center/exam-history?patientId=${patient.patientId}`),
    get(`/api/medical-center/exam-history?id=${examId}`),
    get(`/api/medical-center/patients?cursor=${patient.id}`),
    get(`/api/medical-center/exam-history?cursor=${examId}`),
    get(`/api/doctor/accessible-patients?cursor=${patient.id}`),
    ...writeRequests(patient.patientId, file, phone),
  ];
}

/** Returns an administrator's requests about other accounts. */
export function adminRequests({ fixtures }: TestAppWithFixtures, { grants }: TenantResources): RequestSpec[] {
  const gets = allRoutes
    .filter(
      ({ method, path, access, responseType }) =>
        method === 'GET' && !path.includes('{') && access === 'admin' && !responseType,
    )
    .map(({ path }): RequestSpec => ({ method: 'GET', path }));
  const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });
  const { consent, unverified } = fixtures.doctors;
  const period = { startDate: '2026-01-01', endDate: '2028-01-01', status: 'active' };
  return [
    ...gets,
    post(routes.admin.updateSubscription.path, { userId: consent.userId, ...period }),
    post(routes.admin.renewDoctorSubscription.path, { userId: consent.userId, months: 12 }),
    post(`/api/admin/approve-doctor/${unverified.id}`, {}),
    post(`/api/admin/reject-doctor/${unverified.id}`, {}),
    post(`/api/admin/doctors/${consent.id}/suspend`, {}),
    post(`/api/admin/users/${consent.userId}/revoke-sessions`, {}),
    post(`/api/admin/users/${unverified.userId}/disable`, {}),
    { method: 'PATCH', path: `/api/admin/medical-centers/${fixtures.centerB.id}`, json: { email: 'taken@example.gr' } },
    post(`/api/admin/grants/${grants.get(fixtures.centerB.id)}/revoke`, { reason: 'other' }),
  ];
}

export function writeRequests(patientId: string, file: Buffer, phone: string): RequestSpec[] {
  const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });
  const newcomer = { firstName: 'Νέος', lastName: 'Κανένας', dateOfBirth: '1990-01-01', gender: 'Male' };
  return [
    post('/api/medical-center/patients', newcomer),
    post('/api/account/tokens', { name: 'Taken', days: 30 }),
    { method: 'POST', path: '/api/medical-center/upload-exam', form: examForm(patientId, file) },
    post('/api/doctor/request-patient-access', { patientPhone: phone }),
    post('/api/doctor/verify-otp', { patientPhone: phone, otpCode: '000000' }),
    { method: 'PATCH', path: routes.doctor.profile.path, json: { specialization: 'Taken', language: 'en' } },
    post(routes.doctor.changePlan.path, { plan: 'monthly' }),
    post(routes.doctor.updatePaymentMethod.path, { cardholderName: 'Taken', last4: '0000', expiry: '01/30' }),
  ];
}

/** Returns requests that change a tenant's data. Send them only for other tenants; for one's own they are allowed. */
export function destructiveRequests(
  { id, patient, examId }: CenterFixture,
  { uploads, grants }: TenantResources,
): RequestSpec[] {
  const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });
  const patientPath = `/api/medical-center/patients/${patient.patientId}`;
  const examPath = `/api/medical-center/exams/${examId}`;
  const upload = uploads.get(id) ?? '';
  const grantId = grants.get(id) ?? '';
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const metadata = metadataHeader(examFields(patient.patientId));
  return [
    { method: 'GET', path: upload },
    { method: 'HEAD', path: upload },
    { method: 'PATCH', path: upload, headers: part, bytes: Buffer.alloc(10) },
    { method: 'DELETE', path: upload },
    { method: 'POST', path: uploadsPath, headers: { 'upload-length': '1000', 'upload-metadata': metadata } },
    { method: 'PATCH', path: patientPath, json: { lastName: 'Άλλη', phone: '+306955555555' } },
    post(`${patientPath}/reveal`, {}),
    post(`${patientPath}/consent-link`, {}),
    post(`/api/medical-center/grants/${grantId}/revoke`, { reason: 'other' }),
    post(`/api/doctor/grants/${grantId}/relinquish`, {}),
    post(`${examPath}/move`, { patientId: patient.patientId, reason: 'none' }),
    post(`${examPath}/withdraw`, { reason: 'none' }),
    post(`${examPath}/confirm`, { reason: 'none' }),
    { method: 'DELETE', path: '/api/account/tokens/0197a000-0000-7000-8000-000000000001' },
  ];
}
