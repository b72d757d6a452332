import { yearlySavingCents } from '@medcloud/contract/plans';
import { sentences } from '@medcloud/contract/sentences';
import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import { describe, expect, it } from 'vitest';
import { countries, presetCountry } from '../../../forms/countries.ts';
import { planOf } from './plan-query.ts';
import { emptySignup, signupBody } from './signup-form.ts';
import { signupShape } from './signup-shape.ts';

const filled = {
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

describe('the plan of the link', () => {
  it('is yearly unless the link says monthly', () => {
    expect(planOf(new URLSearchParams('plan=monthly'))).toBe('monthly');
    expect(planOf(new URLSearchParams('plan=yearly'))).toBe('yearly');
    expect(planOf(new URLSearchParams(''))).toBe('yearly');
    expect(planOf(new URLSearchParams('plan=free'))).toBe('yearly');
  });

  it('saves 120 euros a year', () => {
    expect(yearlySavingCents()).toBe(12_000);
  });
});

describe('the sign-up', () => {
  it('sends of the card its brand, last four digits and expiry alone', () => {
    const body = signupBody(signupShape.parse(filled), 'el');
    expect(body.billing).toMatchObject({ brand: 'Visa', last4: '4242', expiry: '12/30', country: 'GR' });
    const sent = JSON.stringify(body);
    expect(sent).not.toContain('4242 4242');
    expect(sent).not.toContain('42424242');
    expect(sent).not.toContain('cvv');
    expect(sent).not.toContain('"123"');
    expect(doctorSignup.safeParse(body).success).toBe(true);
  });

  it('sends a gender where one is said, and none where not', () => {
    expect(signupBody(signupShape.parse(filled), 'en')).not.toHaveProperty('gender');
    expect(signupBody(signupShape.parse({ ...filled, gender: 'female' }), 'en').gender).toBe('female');
  });

  it('asks for the terms and for all four payment details', () => {
    const bare = { ...filled, acceptedTerms: false, cardholderName: ' ', cardNumber: '', expiry: '12', cvv: '' };
    const result = signupShape.safeParse(bare);
    const messages = Object.fromEntries(
      (result.error?.issues ?? []).map((issue) => [issue.path.join('.'), issue.message]),
    );
    expect(messages).toEqual({
      acceptedTerms: sentences.termsRequired,
      cardholderName: sentences.required,
      cardNumber: sentences.cardNumberWhole,
      expiry: sentences.cardExpiry,
      cvv: sentences.required,
    });
  });

  it('presets Spain in English and Greece in Greek, and lists the Union once', () => {
    expect(presetCountry('en')).toBe('ES');
    expect(presetCountry('el')).toBe('GR');
    const codes = countries('en').map(({ value }) => value);
    expect(codes.slice(0, 6)).toEqual(['ES', 'FR', 'DE', 'IT', 'PT', 'GR']);
    expect(new Set(codes).size).toBe(27);
    expect(codes).toHaveLength(27);
  });
});
