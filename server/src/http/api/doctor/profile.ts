import { routes } from '@medcloud/contract';
import { changeProfile as change } from '../../../domain/doctors/change-profile.ts';
import { describeProfile } from '../../../domain/doctors/describe-profile.ts';
import { edge } from '../../server/edge.ts';

export const profile = edge(routes.doctor.profile, ({ portal, scope }) => describeProfile(portal, scope));

export const changeProfile = edge(routes.doctor.changeProfile, ({ portal, signInPorts, scope, asking, body }) =>
  change(portal, signInPorts, scope, asking, body),
);
