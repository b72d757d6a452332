import { routes } from '@medcloud/contract';
import { revokeConsent } from '../../../domain/access/links/revoke-consent.ts';
import { handler } from '../../server/handler.ts';

export const revoke = handler(routes.patientAccess.revoke, ({ context, request, body }) =>
  revokeConsent(context, request, body),
);
