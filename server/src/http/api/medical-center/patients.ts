import { routes } from '@medcloud/contract';
import { getPatientSheet } from '../../../domain/access/grants/get-patient-sheet.ts';
import { changePatient as change } from '../../../domain/patients/change-patient.ts';
import { listPatients } from '../../../domain/patients/list-patients.ts';
import { registerPatient as register } from '../../../domain/patients/register-patient.ts';
import { handler } from '../../server/handler.ts';
import { setPageHeaders } from '../../server/set-page-headers.ts';

export const patients = handler(
  routes.center.patients,
  async ({ context, scope, request, query, httpRequest, reply }) => {
    const list = await listPatients(context, scope, request, query);
    setPageHeaders(httpRequest, reply, list);
    return list.patients;
  },
);

export const registerPatient = handler(
  routes.center.registerPatient,
  async ({ context, scope, request, body, reply }) => {
    const { patient, isRepeated } = await register(context, scope, request, body);
    if (isRepeated) reply.status(200);
    return patient;
  },
);

export const patientDetails = handler(routes.center.patientDetails, ({ context, scope, request, params }) =>
  getPatientSheet(context, scope, request, params.patientId),
);

export const changePatient = handler(routes.center.changePatient, ({ context, scope, request, params, body }) =>
  change(context, scope, request, params.patientId, body),
);
