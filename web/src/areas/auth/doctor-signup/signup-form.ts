import type { Language } from '@medcloud/contract/languages';
import type { DoctorPlan } from '@medcloud/contract/plans';
import type { doctorSignup } from '@medcloud/contract/shapes/accounts';
import type * as z from 'zod';
import { cardBrand } from '../../../forms/card.ts';
import type { SignupOutput } from './signup-shape.ts';

export interface SignupFields {
  plan: DoctorPlan;
  firstName: string;
  lastName: string;
  email: string;
  licenseNumber: string;
  specialization: string;
  /** Empty if not given. */
  gender: '' | 'female' | 'male';
  password: string;
  confirmPassword: string;
  acceptedTerms: boolean;
  /** Set by the form where no card is asked for. */
  paysLater?: 'yes' | undefined;
  /** Empty without a business. */
  vatNumber: string;
  taxOffice: string;
  cardholderName: string;
  cardNumber: string;
  expiry: string;
  cvv: string;
  address: string;
  city: string;
  postalCode: string;
  /** Empty while the language's preset applies. */
  country: string;
}

/** Returns an empty form with the given plan. */
export function emptySignup(plan: DoctorPlan): SignupFields {
  return {
    plan,
    firstName: '',
    lastName: '',
    email: '',
    licenseNumber: '',
    specialization: '',
    gender: '',
    password: '',
    confirmPassword: '',
    acceptedTerms: false,
    vatNumber: '',
    taxOffice: '',
    cardholderName: '',
    cardNumber: '',
    expiry: '',
    cvv: '',
    address: '',
    city: '',
    postalCode: '',
    country: '',
  };
}

/** The required payment fields (specification, section 5). */
export const paymentFields = ['cardholderName', 'cardNumber', 'expiry', 'cvv'] as const;

function businessOf({ vatNumber, taxOffice, address, city, postalCode, country }: SignupOutput) {
  return { vatNumber, taxOffice, address, city, postalCode, country };
}

/** Builds the request body: the contract's fields and, of a card that was asked for, only brand, last four digits and expiry. */
export function signupBody(form: SignupOutput, language: Language): z.input<typeof doctorSignup> {
  const { firstName, lastName, email, licenseNumber, specialization, gender, password, confirmPassword, plan } = form;
  const person = {
    firstName,
    lastName,
    email,
    licenseNumber,
    specialization,
    ...(gender ? { gender } : {}),
    password,
    confirmPassword,
    plan,
    acceptedTerms: form.acceptedTerms,
    language,
    ...(form.vatNumber === '' ? {} : { business: businessOf(form) }),
  };
  if (form.paysLater === 'yes') return person;
  const brand = cardBrand(form.cardNumber);
  return {
    ...person,
    billing: {
      cardholderName: form.cardholderName,
      last4: form.cardNumber.replace(/\D/g, '').slice(-4),
      expiry: form.expiry,
      ...(brand ? { brand } : {}),
      address: form.address,
      city: form.city,
      postalCode: form.postalCode,
      country: form.country, // empty unless chosen
    },
  };
}
