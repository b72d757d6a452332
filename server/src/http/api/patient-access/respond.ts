import { routes } from '@medcloud/contract';
import { answerLink } from '../../../domain/access/answer-link.ts';
import { edge } from '../../server/edge.ts';

export const respond = edge(routes.patientAccess.respond, ({ portal, asking, body }) =>
  answerLink(portal, asking, body),
);
