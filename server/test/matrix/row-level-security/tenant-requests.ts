import { routes } from '@medcloud/contract';
import type { Route } from '@medcloud/contract/route';
import { type CenterFixture, examForm } from '../../harness/fixtures.ts';
import type { TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { examFields, metadataHeader, uploadsPath } from '../../harness/tus.ts';
import { parameterOf, requestTo } from '../path-parameters.ts';
import { allRoutes, factsOf } from '../rows.ts';
import type { RequestSpec } from '../send.ts';
import type { Tenant, Tenants } from '../tenants.ts';

/** Returns all identifiers of a tenant: its rows' ids, names and numbers, and a UID of its file. */
export function identifiersOf({ id, centerId, patient, examId, file }: CenterFixture, phone: string): string[] {
  const uid = /2\.25\.\d+/.exec(file.toString('latin1'))?.[0];
  if (uid === undefined) throw new Error('The exam’s file has no UID.');
  return [id, centerId, patient.id, patient.patientId, patient.firstName, patient.lastName, phone, examId, uid];
}

const reportPath = '/api/medical-center/access-report';
const get = (path: string): RequestSpec => ({ method: 'GET', path });
const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });
const plainGets = (isIncluded: (route: Route) => boolean) =>
  allRoutes
    .filter((route) => route.method === 'GET' && !route.path.includes('{') && !route.responseType && isIncluded(route))
    .map(({ path }) => get(path));

/** Routes of centers and doctors. */
export const dataRoutes = allRoutes.filter(({ access }) => ['center', 'doctor', 'center-or-doctor'].includes(access));
const isDicomWeb = ({ path }: Route) => path.startsWith('/dicom-web/');

/** Returns requests to the data routes with a path parameter, about one tenant. */
function requestsAbout(tenant: Tenant, isIncluded: (route: Route) => boolean): RequestSpec[] {
  return dataRoutes.filter(isIncluded).flatMap((route) => {
    const id = parameterOf(route)?.of(tenant);
    return route.path.includes('{') && id !== undefined ? [requestTo(route, id, tenant.seed)] : [];
  });
}

/** Returns requests of every kind for the data of both tenants that change nothing of theirs. */
export function tenantRequests({ a, b }: Tenants): RequestSpec[] {
  return [...plainGets(({ access }) => access !== 'admin'), ...[a, b].flatMap(harmlessRequests)];
}

function harmlessRequests(tenant: Tenant): RequestSpec[] {
  const { patient, examId } = tenant.center;
  const words = [patient.firstName, patient.lastName, patient.patientId, tenant.phone].map(encodeURIComponent);
  return [
    ...requestsAbout(tenant, (route) => route.method === 'GET' && !isDicomWeb(route)),
    { method: 'HEAD', path: `/api/download/${examId}` },
    { ...get(`/api/download/${examId}`), headers: { range: 'bytes=128-' } },
    { method: 'HEAD', path: `${uploadsPath}/${tenant.uploadId}` },
    ...words.map((word) => get(`/api/medical-center/patients?search=${word}`)),
    ...words.map((word) => get(`/api/medical-center/exam-history?patientSearch=${word}`)),
    ...words.map((word) => get(`/api/doctor/accessible-patients?search=${word}`)),
    get(`/api/medical-center/exam-history?patientId=${patient.patientId}`),
    get(`/api/medical-center/exam-history?id=${examId}`),
    get(`/api/medical-center/patients?cursor=${patient.id}`),
    get(`/api/medical-center/exam-history?cursor=${examId}`),
    get(`/api/doctor/accessible-patients?cursor=${patient.id}`),
    ...words.map((word) => get(`${reportPath}/subjects?search=${word}`)),
    ...[`patient:${patient.patientId}`, `exam:${examId}`].flatMap((subject) => [
      get(`${reportPath}/subjects?subject=${subject}`),
      get(`${reportPath}?subject=${subject}&from=2026-01-01&to=2026-12-31`),
      get(`${reportPath}/export?format=csv&subject=${subject}&from=2026-01-01&to=2026-12-31`),
    ]),
    ...writeRequests(tenant),
  ];
}

/** Returns the writes whose path names no record: for the caller's own records, or about the tenant's patient. */
export function writeRequests({ center: { patient, file }, phone }: Tenant): RequestSpec[] {
  const own = dataRoutes
    .filter((route) => !route.path.includes('{') && factsOf(route).body !== undefined)
    .map((route): RequestSpec => ({ method: route.method, path: route.path, json: factsOf(route).body }));
  return [
    ...own,
    { method: 'POST', path: '/api/medical-center/leave' },
    { method: 'POST', path: '/api/medical-center/upload-exam', form: examForm(patient.patientId, file) },
    post('/api/doctor/request-patient-access', { patientPhone: phone }),
    post('/api/doctor/verify-otp', { patientPhone: phone, otpCode: '000000' }),
  ];
}

/** Returns requests that change a tenant's data. Send them only for other tenants; for one's own they are allowed. */
export function destructiveRequests(tenant: Tenant): RequestSpec[] {
  const { patient, examId } = tenant.center;
  const upload = `${uploadsPath}/${tenant.uploadId}`;
  const part = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  const metadata = metadataHeader(examFields(patient.patientId));
  return [
    ...requestsAbout(tenant, (route) => route.method !== 'GET'),
    post(`/api/medical-center/exams/${examId}/move`, { patientId: patient.patientId, reason: 'none' }),
    { method: 'PATCH', path: upload, headers: part, bytes: Buffer.alloc(10) },
    { method: 'POST', path: uploadsPath, headers: { 'upload-length': '1000', 'upload-metadata': metadata } },
  ];
}

/** Returns requests to every DICOMweb path for the data of one tenant. */
export function dicomWebRequests(tenant: Tenant): RequestSpec[] {
  const searches = Object.values(routes.dicomWeb).filter(({ path }) => !path.includes('{'));
  return [...searches.map(({ path }) => get(path)), ...requestsAbout(tenant, isDicomWeb)];
}

/** Returns an administrator's requests about other accounts. */
export function adminRequests({ fixtures }: TestAppWithFixtures, { b }: Tenants): RequestSpec[] {
  const { consent, unverified } = fixtures.doctors;
  const period = { startDate: '2026-01-01', endDate: '2028-01-01', status: 'active' };
  return [
    ...plainGets(({ access }) => access === 'admin'),
    post(routes.admin.updateSubscription.path, { userId: consent.userId, ...period }),
    post(routes.admin.renewDoctorSubscription.path, { userId: consent.userId, months: 12 }),
    post(`/api/admin/approve-doctor/${unverified.id}`, {}),
    post(`/api/admin/reject-doctor/${unverified.id}`, {}),
    post(`/api/admin/doctors/${consent.id}/suspend`, {}),
    post(`/api/admin/users/${consent.userId}/revoke-sessions`, {}),
    post(`/api/admin/users/${unverified.userId}/disable`, {}),
    { method: 'PATCH', path: `/api/admin/medical-centers/${fixtures.centerB.id}`, json: { email: 'taken@example.gr' } },
    post(`/api/admin/grants/${b.grantId}/revoke`, { reason: 'other' }),
  ];
}
