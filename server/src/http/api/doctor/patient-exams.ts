import { routes } from '@medcloud/contract';
import { openPatient } from '../../../domain/access/open-patient.ts';
import { edge } from '../../server/edge.ts';

export const patientExams = edge(routes.doctor.patientExams, ({ portal, scope, asking, params }) =>
  openPatient(portal, scope, asking, params.patientId),
);
