import { routes } from '@medcloud/contract';
import { listPatientGrants } from '../../../../domain/access/grants/list-patient-grants.ts';
import { handler } from '../../../server/handler.ts';

export const grants = handler(routes.center.patientGrants, ({ context, scope, request, params }) =>
  listPatientGrants(context, scope, request, params.patientId),
);
