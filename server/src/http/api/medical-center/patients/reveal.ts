import { routes } from '@medcloud/contract';
import { revealAmka } from '../../../../domain/patients/reveal-amka.ts';
import { handler } from '../../../server/handler.ts';

export const reveal = handler(routes.center.revealAmka, ({ context, scope, request, params }) =>
  revealAmka(context, scope, request, params.patientId),
);
