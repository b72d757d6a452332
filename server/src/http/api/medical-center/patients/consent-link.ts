import { routes } from '@medcloud/contract';
import { sendLinkAgain } from '../../../../domain/access/send-link-again.ts';
import { edge } from '../../../server/edge.ts';

export const consentLink = edge(routes.center.sendConsentLink, ({ portal, scope, asking, params, body }) =>
  sendLinkAgain(portal, scope, asking, params.patientId, body?.grantId),
);
