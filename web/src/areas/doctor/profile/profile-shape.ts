import { profileChange } from '@medcloud/contract/shapes/profile';

/** What the fields are checked by; an empty gender is no answer to it, so it is sent apart. */
export const profileShape = profileChange.omit({ gender: true, reviewConfirmed: true, currentPassword: true });
