import { profileChange } from '@medcloud/contract/shapes/profile';

/** The schema of the profile form. The gender is sent separately, because the form uses an empty value for none. */
export const profileShape = profileChange.omit({ gender: true, reviewConfirmed: true, currentPassword: true });
