import type { Gender, Language } from '@medcloud/contract/shapes/common';

/** The fields as they are typed; the contract's shape turns empty ones into absent ones. */
export interface RegistrationFields {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  gender: Gender | '';
  email: string;
  phone: string;
  address: string;
  amka: string;
  amkaConfirmed: boolean;
  language: Language | '';
}

export const emptyRegistration: RegistrationFields = {
  firstName: '',
  lastName: '',
  dateOfBirth: '',
  gender: '',
  email: '',
  phone: '',
  address: '',
  amka: '',
  amkaConfirmed: false,
  language: '',
};
