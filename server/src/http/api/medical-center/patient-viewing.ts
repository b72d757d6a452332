import { routes } from '@medcloud/contract';
import { changePatientViewing, readPatientViewing } from '../../../domain/centers/patient-viewing.ts';
import { handler } from '../../server/handler.ts';

export const patientViewing = handler(routes.center.patientViewing, ({ context, scope }) =>
  readPatientViewing(context, scope),
);

export const changeViewing = handler(routes.center.changePatientViewing, ({ context, scope, request, body }) =>
  changePatientViewing(context, scope, request, body),
);
