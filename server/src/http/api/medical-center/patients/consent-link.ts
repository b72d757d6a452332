import { routes } from '@medcloud/contract';
import { resendConsentLink } from '../../../../domain/access/links/resend-consent-link.ts';
import { handler } from '../../../server/handler.ts';

export const consentLink = handler(routes.center.sendConsentLink, ({ context, scope, request, params, body }) =>
  resendConsentLink(context, scope, request, params.patientId, body?.grantId),
);
