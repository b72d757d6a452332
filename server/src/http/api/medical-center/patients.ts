import { routes } from '@medcloud/contract';
import { changePatient as change } from '../../../domain/access/change-patient.ts';
import { openPatientSheet } from '../../../domain/access/open-patient-sheet.ts';
import { listPatients } from '../../../domain/patients/list-patients.ts';
import { registerPatient as register } from '../../../domain/patients/register-patient.ts';
import { edge } from '../../server/edge.ts';
import { setPage } from '../../server/paging.ts';

export const patients = edge(routes.center.patients, async ({ portal, scope, asking, query, request, out }) => {
  const list = await listPatients(portal, scope, asking, query);
  setPage(request, out, list);
  return list.patients;
});

export const registerPatient = edge(routes.center.registerPatient, async ({ portal, scope, asking, body, out }) => {
  const { patient, repeated } = await register(portal, scope, asking, body);
  if (repeated) out.status(200);
  return patient;
});

export const patientDetails = edge(routes.center.patientDetails, ({ portal, scope, asking, params }) =>
  openPatientSheet(portal, scope, asking, params.patientId),
);

export const changePatient = edge(routes.center.changePatient, ({ portal, scope, asking, params, body }) =>
  change(portal, scope, asking, params.patientId, body),
);
