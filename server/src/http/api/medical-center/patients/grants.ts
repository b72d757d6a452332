import { routes } from '@medcloud/contract';
import { listActiveGrantsOfPatient } from '../../../../domain/access/grants/list-active-grants-of-patient.ts';
import { handler } from '../../../server/handler.ts';

export const grants = handler(routes.center.patientGrants, ({ context, scope, request, params }) =>
  listActiveGrantsOfPatient(context, scope, request, params.patientId),
);
