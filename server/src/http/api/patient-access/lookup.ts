import { routes } from '@medcloud/contract';
import { lookUpLink } from '../../../domain/access/look-up-link.ts';
import { edge } from '../../server/edge.ts';

export const lookup = edge(routes.patientAccess.lookup, ({ portal, asking, body }) => lookUpLink(portal, asking, body));
