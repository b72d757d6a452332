import { type DoctorProfile, profileChange } from '@medcloud/contract/shapes/profile';
import { issueCode } from '@medcloud/contract/validation-codes';
import { describe, expect, it } from 'vitest';
import { profileBody, profileFields } from './profile-form.ts';
import { profileShape } from './profile-shape.ts';

const profile: DoctorProfile = {
  doctor: {
    id: 'd',
    firstName: 'Ελένη',
    lastName: 'Σταυρίδου',
    licenseNumber: 'ISA 1',
    specialization: 'Cardiology',
    gender: null,
    isVerified: true,
    subscriptionStatus: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    reviewSince: null,
    subscription: { plan: 'yearly', monthlyFee: 39.99, nextBilling: null },
  },
  user: { id: 'u', email: 'e@example.gr', language: 'el', subscriptionEndDate: null },
};

describe('profileFields, profileBody and profileShape', () => {
  it("sends the form's values, and null for a gender that is not given", () => {
    const fields = profileFields(profile);
    const body = profileBody(profileShape.parse(fields), fields.gender, {});
    expect(profileChange.parse(body)).toEqual({
      firstName: 'Ελένη',
      lastName: 'Σταυρίδου',
      email: 'e@example.gr',
      licenseNumber: 'ISA 1',
      specialization: 'Cardiology',
      language: 'el',
      gender: null,
    });
  });

  it('sends the answers that the server requires', () => {
    const validProfile = profileShape.parse(profileFields(profile));
    const body = profileBody(validProfile, 'female', { reviewConfirmed: true, currentPassword: 'secret' });
    expect(body).toMatchObject({ gender: 'female', reviewConfirmed: true, currentPassword: 'secret' });
  });

  it("gives the sign-up's messages for empty fields", () => {
    const empty = { ...profileFields(profile), firstName: ' ', licenseNumber: '', email: 'e' };
    const messages = profileShape.safeParse(empty).error?.issues.map(({ message }) => message);
    expect(messages).toEqual([
      issueCode('first_name_required'),
      issueCode('email_invalid'),
      issueCode('license_required'),
    ]);
  });
});
