import type { DoctorPlan } from '@medcloud/contract/plans';
import type { doctorSignup } from '@medcloud/contract/shapes/accounts';
import type * as z from 'zod';
import { cardBrand } from '../../../forms/card.ts';
import { presetCountry } from '../../../forms/countries.ts';
import type { Language } from '../../../lib/language.ts';
import type { SignupOutput } from './signup-shape.ts';

export interface SignupFields {
  plan: DoctorPlan;
  firstName: string;
  lastName: string;
  email: string;
  licenseNumber: string;
  specialization: string;
  /** Empty where it is not said. */
  gender: '' | 'female' | 'male';
  password: string;
  confirmPassword: string;
  acceptedTerms: boolean;
  cardholderName: string;
  cardNumber: string;
  expiry: string;
  cvv: string;
  address: string;
  city: string;
  postalCode: string;
  /** Empty while the language's preset stands. */
  country: string;
}

/** An empty form with its plan chosen. */
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

/** The fields without which nobody signs up (specification, section 5). */
export const paymentFields = ['cardholderName', 'cardNumber', 'expiry', 'cvv'] as const;

/** What is sent: the contract's fields, and of the card its brand, last four digits and expiry alone. */
export function signupBody(form: SignupOutput, language: Language): z.input<typeof doctorSignup> {
  const { firstName, lastName, email, licenseNumber, specialization, gender, password, confirmPassword, plan } = form;
  const brand = cardBrand(form.cardNumber);
  return {
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
    billing: {
      cardholderName: form.cardholderName,
      last4: form.cardNumber.replace(/\D/g, '').slice(-4),
      expiry: form.expiry,
      ...(brand ? { brand } : {}),
      address: form.address,
      city: form.city,
      postalCode: form.postalCode,
      country: form.country || presetCountry(language),
    },
  };
}
