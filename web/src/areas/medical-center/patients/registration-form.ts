import type { Language } from '@medcloud/contract/languages';
import type { Gender } from '@medcloud/contract/shapes/common';

/**
 * A patient's details as typed, at registration and in an edit. The contract's shape turns empty values into absent
 * ones.
 */
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
  /** In an edit: removes the stored AMKA. */
  shouldRemoveAmka: boolean;
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
  shouldRemoveAmka: false,
};
