import { routes } from '@medcloud/contract';
import { signUpDoctor } from '../../../../domain/doctors/applications/sign-up-doctor.ts';
import { handler } from '../../../server/handler.ts';

export const signup = handler(routes.auth.doctorSignup, async ({ context, signInPorts, request, body }) => {
  await signUpDoctor(context, signInPorts.passwords, request, body);
  return { ok: true } as const;
});
