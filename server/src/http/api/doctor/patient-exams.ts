import { routes } from '@medcloud/contract';
import { getAccessiblePatient } from '../../../domain/exams/history/get-accessible-patient.ts';
import { handler } from '../../server/handler.ts';

export const patientExams = handler(routes.doctor.patientExams, ({ context, scope, request, params }) =>
  getAccessiblePatient(context, scope, request, params.patientId),
);
