import { routes } from '@medcloud/contract';
import { beginStepUp } from '../../../../domain/accounts/sign-in/step-up.ts';
import { handler } from '../../../server/handler.ts';

export const stepUpOptions = handler(routes.auth.stepUpOptions, ({ context, scope, request }) =>
  beginStepUp(context, scope, request),
);
