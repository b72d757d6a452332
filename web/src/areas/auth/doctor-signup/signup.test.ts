import { calculateYearlySavingCents, doctorPlans } from '@medcloud/contract/plans';
import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import { describe, expect, it } from 'vitest';
import { countries } from '../../../forms/countries.ts';
import { parsePlanQuery } from './plan-query.ts';
import { emptySignup, signupBody } from './signup-form.ts';
import { signupShape } from './signup-shape.ts';

const validForm = {
  ...emptySignup('monthly'),
  firstName: 'Konstantinos',
  lastName: 'Makris',
  email: 'k.makris@example.gr',
  licenseNumber: 'ISA 048213',
  specialization: 'Neurology',
  password: 'secret1',
  confirmPassword: 'secret1',
  acceptedTerms: true,
  cardholderName: 'KONSTANTINOS MAKRIS',
  cardNumber: '4242 4242 4242 4242',
  expiry: '12/30',
  cvv: '123',
};

describe('parsePlanQuery and calculateYearlySavingCents', () => {
  it('returns yearly unless the link names monthly', () => {
    expect(parsePlanQuery(new URLSearchParams('plan=monthly'))).toBe('monthly');
    expect(parsePlanQuery(new URLSearchParams('plan=yearly'))).toBe('yearly');
    expect(parsePlanQuery(new URLSearchParams(''))).toBe('yearly');
    expect(parsePlanQuery(new URLSearchParams('plan=free'))).toBe('yearly');
  });

  it('saves 120 euros a year with the yearly plan', () => {
    expect(calculateYearlySavingCents(doctorPlans)).toBe(12_000);
  });
});

describe('signupBody and signupShape', () => {
  it('sends only the brand, last four digits and expiry of the card', () => {
    const body = signupBody(signupShape.parse(validForm), 'el');
    expect(body.billing).toMatchObject({ brand: 'Visa', last4: '4242', expiry: '12/30' });
    // none was chosen: the list only presets one
    expect(doctorSignup.parse(body).billing?.country).toBeUndefined();
    const json = JSON.stringify(body);
    expect(json).not.toContain('4242 4242');
    expect(json).not.toContain('42424242');
    expect(json).not.toContain('cvv');
    expect(json).not.toContain('"123"');
    expect(doctorSignup.safeParse(body).success).toBe(true);
  });

  it('sends no card where the payment provider asks for it later', () => {
    const { cardholderName, cardNumber, expiry, cvv, ...person } = validForm;
    const body = signupBody(signupShape.parse({ ...person, paysLater: 'yes' }), 'en');
    expect(body).not.toHaveProperty('billing');
    expect(doctorSignup.safeParse(body).success).toBe(true);
  });

  const address = { address: 'Ερμού 1', city: 'Αθήνα', postalCode: '105 63', country: 'GR' };

  it('sends a business only with a VAT number, with the address, with a card or without', () => {
    expect(signupBody(signupShape.parse({ ...validForm, ...address, taxOffice: 'Α΄' }), 'en')).not.toHaveProperty(
      'business',
    );
    const { cardholderName, cardNumber, expiry, cvv, ...withoutCard } = validForm;
    for (const person of [validForm, { ...withoutCard, paysLater: 'yes' }]) {
      const form = { ...person, ...address, vatNumber: ' EL094014201 ', taxOffice: '' };
      const body = signupBody(signupShape.parse(form), 'en');
      expect(doctorSignup.parse(body).business).toEqual({ ...address, vatNumber: 'EL094014201' });
    }
  });

  it.each([
    [{ vatNumber: '094014202' }, { vatNumber: issueCode('vat_number_invalid') }],
    [{ vatNumber: '094014201', country: 'FI' }, { vatNumber: issueCode('vat_number_invalid') }],
    [
      { vatNumber: '094014201', country: 'Other', city: '' },
      { city: issueCode('required'), country: issueCode('country_required') },
    ],
  ])('names the fields of a business that are wrong, whatever else is missing: %j', (change, expected) => {
    const result = signupShape.safeParse({ ...validForm, ...address, ...change, lastName: '' });
    const issues = (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]);
    const { lastName, ...messages } = Object.fromEntries(issues);
    expect([lastName !== undefined, messages]).toEqual([true, expected]);
  });

  it('sends a gender only if one is chosen', () => {
    expect(signupBody(signupShape.parse(validForm), 'en')).not.toHaveProperty('gender');
    expect(signupBody(signupShape.parse({ ...validForm, gender: 'female' }), 'en').gender).toBe('female');
  });

  it('requires the accepted terms and all four payment fields', () => {
    const invalidForm = {
      ...validForm,
      acceptedTerms: false,
      cardholderName: ' ',
      cardNumber: '',
      expiry: '12',
      cvv: '',
    };
    const result = signupShape.safeParse(invalidForm);
    const messages = Object.fromEntries(
      (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
    );
    expect(messages).toEqual({
      acceptedTerms: issueCode('terms_required'),
      cardholderName: issueCode('required'),
      cardNumber: issueCode('card_number_incomplete'),
      expiry: issueCode('card_expiry_invalid'),
      cvv: issueCode('required'),
    });
  });

  it('lists each country once, with its name', () => {
    const codes = countries('en').map(({ value }) => value);
    expect(codes.slice(0, 6)).toEqual(['ES', 'FR', 'DE', 'IT', 'PT', 'GR']);
    expect([codes.length, new Set(codes).size]).toEqual([249, 249]);
    expect(codes).not.toContain('Other');
    expect(countries('el')).toContainEqual({ value: 'CH', label: 'Ελβετία' });
  });
});
