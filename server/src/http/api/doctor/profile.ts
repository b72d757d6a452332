import { routes } from '@medcloud/contract';
import { changeProfile as change } from '../../../domain/doctors/change-profile.ts';
import { describeProfile } from '../../../domain/doctors/describe-profile.ts';
import { handler } from '../../server/handler.ts';

export const profile = handler(routes.doctor.profile, ({ context, scope }) => describeProfile(context, scope));

export const changeProfile = handler(routes.doctor.changeProfile, ({ context, signInPorts, scope, request, body }) =>
  change(context, signInPorts, scope, request, body),
);
