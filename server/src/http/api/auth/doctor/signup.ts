import { routes } from '@medcloud/contract';
import { signUpDoctor } from '../../../../domain/doctors/sign-up-doctor.ts';
import { edge } from '../../../server/edge.ts';

export const signup = edge(routes.auth.doctorSignup, async ({ portal, signInPorts, asking, body }) => {
  await signUpDoctor(portal, signInPorts.passwords, asking, body);
  return { ok: true } as const;
});
