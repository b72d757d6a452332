import { randomUUID } from 'node:crypto';
import type { Route } from '@medcloud/contract/route';
import { tinyUids } from '../harness/tiny-dicom.ts';
import { factsOf } from './rows.ts';
import type { RequestSpec } from './send.ts';
import type { Tenant } from './tenants.ts';

/** The first parameter of a path: a tenant's id, or an id of another kind of object; and an unknown id. */
interface PathParameter {
  of(tenant: Tenant): string;
  unknown(): string;
}

const patient: PathParameter = { of: ({ center }) => center.patient.patientId, unknown: () => 'P-7Z7Z7Z7Z7Z' };
const exam: PathParameter = { of: ({ center }) => center.examId, unknown: randomUUID };
const upload: PathParameter = { of: ({ uploadId }) => uploadId, unknown: randomUUID };
const grant: PathParameter = { of: ({ grantId }) => grantId, unknown: randomUUID };
const member: PathParameter = { of: ({ memberId }) => memberId, unknown: randomUUID };
const study: PathParameter = { of: ({ seed }) => tinyUids(seed).study, unknown: () => '2.25.999.1' };
/** A patient's id, where an account, a session, a message, an invoice or an alarm is expected. */
const otherKind: PathParameter = { of: ({ center }) => center.patient.id, unknown: randomUUID };

/** By the beginning of the path. */
const parameters: Readonly<Record<string, PathParameter>> = {
  '/api/medical-center/patients/{patientId}': patient,
  '/api/doctor/patient-exams/{patientId}': patient,
  '/api/medical-center/exams/{id}': exam,
  '/api/exams/{id}': exam,
  '/api/exams/{id}/timeline': exam,
  '/api/download/{id}': exam,
  '/api/own/exams/{id}': exam,
  '/dicom-web/exams/{examId}': exam,
  '/dicom-web/': study,
  '/api/medical-center/uploads/{id}': upload,
  '/api/medical-center/grants/{id}': grant,
  '/api/doctor/grants/{id}': grant,
  '/api/medical-center/members/{id}': member,
  '/api/medical-center/invoices/{id}': otherKind,
  '/api/doctor/invoices/{id}': otherKind,
  '/api/account/passkeys/{id}': otherKind,
  '/api/account/tokens/{id}': otherKind,
  '/api/auth/sessions/{id}': otherKind,
  '/api/admin/': otherKind,
};

/** Returns the first parameter of a route's path, or undefined for a path that is not listed. */
export function parameterOf({ path }: Pick<Route, 'path'>): PathParameter | undefined {
  return Object.entries(parameters).find(([start]) => path.startsWith(start))?.[1];
}

/**
 * Returns a request to a route with an id as the first parameter of its path, the ids of a tenant's file as the others,
 * and a valid body.
 */
export function requestTo(route: Route, id: string, seed: number): RequestSpec {
  const { series, instance } = tinyUids(seed);
  const others: Record<string, string> = {
    study: tinyUids(seed).study,
    series,
    instance,
    frames: '1',
    path: '7FE00010',
  };
  const path = route.path.replace(/\{\w+\}/, () => id).replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? name);
  const { body } = factsOf(route);
  return { method: route.method, path, ...(route.method === 'GET' || body === undefined ? {} : { json: body }) };
}
