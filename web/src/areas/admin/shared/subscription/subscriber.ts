import type { MedicalCenterDetails, User } from '@medcloud/contract/shapes/accounts';

/** The user whose subscription is managed: a user of the list, or a center's user. */
export type Subscriber = Pick<
  User,
  'id' | 'email' | 'role' | 'subscriptionStartDate' | 'subscriptionEndDate' | 'subscriptionStatus'
>;

/** Maps the user of a center. */
export function subscriberOf(center: MedicalCenterDetails): Subscriber {
  const { userId, email, subscriptionStart, subscriptionEnd, subscriptionStatus } = center;
  return {
    id: userId,
    email,
    role: 'medical_center',
    subscriptionStartDate: subscriptionStart,
    subscriptionEndDate: subscriptionEnd,
    subscriptionStatus,
  };
}
