import { routes } from '@medcloud/contract';
import { listPatientGrants } from '../../../../domain/access/list-patient-grants.ts';
import { edge } from '../../../server/edge.ts';

export const grants = edge(routes.center.patientGrants, ({ portal, scope, asking, params }) =>
  listPatientGrants(portal, scope, asking, params.patientId),
);
