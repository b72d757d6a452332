import { routes } from '@medcloud/contract';
import { revealAmka } from '../../../../domain/patients/reveal-amka.ts';
import { edge } from '../../../server/edge.ts';

export const reveal = edge(routes.center.revealAmka, ({ portal, scope, asking, params }) =>
  revealAmka(portal, scope, asking, params.patientId),
);
