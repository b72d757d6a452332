import { routes } from '@medcloud/contract';
import { blockDoctor } from '../../../domain/access/block-doctor.ts';
import { edge } from '../../server/edge.ts';

export const block = edge(routes.patientAccess.block, ({ portal, asking, body }) =>
  blockDoctor(portal, asking, body.accessToken),
);
