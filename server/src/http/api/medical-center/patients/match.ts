import { routes } from '@medcloud/contract';
import { matchPatientOfFiles } from '../../../../domain/exams/patient-check/match-patient-of-files.ts';
import { handler } from '../../../server/handler.ts';

export const matchPatient = handler(routes.center.matchPatient, ({ context, scope, request, body }) =>
  matchPatientOfFiles(context, scope, request, body.spellings),
);
