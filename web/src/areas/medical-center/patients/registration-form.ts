import type { Gender, Language } from '@medcloud/contract/shapes/common';

/** A patient's details as they are typed, at registration and later; the contract's shape turns empty ones into absent ones. */
export interface PatientFields {
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
  /** In an edit: the AMKA on record goes. */
  removesAmka: boolean;
}

export const emptyRegistration: PatientFields = {
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
  removesAmka: false,
};
