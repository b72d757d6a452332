import { routes } from '@medcloud/contract';
import { lookUpBlock } from '../../../domain/access/block-doctor.ts';
import { edge } from '../../server/edge.ts';

export const blockLookup = edge(routes.patientAccess.blockLookup, ({ portal, body }) =>
  lookUpBlock(portal, body.accessToken),
);
