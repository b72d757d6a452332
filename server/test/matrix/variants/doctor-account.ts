import { routes } from '@medcloud/contract';
import { expect } from 'vitest';
import { type Attempt, crossSite, plain, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const profilePath = routes.doctor.profile.path;
const planPath = routes.doctor.changePlan.path;
const methodPath = routes.doctor.updatePaymentMethod.path;

const patch = (json: unknown): RequestSpec => ({ method: 'PATCH', path: profilePath, json });
const post = (path: string, json: unknown): RequestSpec => ({ method: 'POST', path, json });

const card = { cardholderName: 'ELENI STAVRIDOU', brand: 'Visa', last4: '4242', expiry: '12/30', city: 'Πειραιάς' };
/** Fields that no form may set. */
const intruder = {
  isVerified: true,
  subscriptionStatus: 'active',
  state: 'verified',
  role: 'admin',
  userId: 'x',
  id: 'x',
};

const rowOf = ({ fixture, actor }: Attempt) =>
  fixture.sql(
    `SELECT d.id, d.user_id, d.state, u.role, u.subscription_status, u.subscription_end_date
     FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1`,
    [actor === 'anonymous' ? '' : fixture.accounts[actor].email],
  );

/** The doctor's own change, with additional keys that are not in the form. */
const ownChange: Variants[string] = {
  run: async (attempt) => {
    const before = await rowOf(attempt);
    const response = await attempt.send(patch({ ...intruder, specialization: 'Neurology' }));
    expect(await rowOf(attempt)).toEqual(before);
    return response;
  },
  demand: (response, { fixture, actor }) => {
    const { doctor, user } = routes.doctor.profile.reply.parse(jsonOf(response));
    expect(doctor.specialization).toBe('Neurology');
    expect(user.email).toBe(actor === 'anonymous' ? '' : fixture.accounts[actor].email);
    expect(response.text).not.toMatch(/password|hash|argon2/i);
  },
};

const someoneElse = ({ actor }: Attempt) => (actor === 'doctor_denied' ? 'revoked' : 'denied');

export const doctorAccount: Variants = {
  [`GET ${profilePath} default`]: plain(
    () => ({ method: 'GET', path: profilePath }),
    (response, { fixture, actor }) => {
      const { user } = routes.doctor.profile.reply.parse(jsonOf(response));
      expect(user.email).toBe(actor === 'anonymous' ? '' : fixture.accounts[actor].email);
      expect(response.text).not.toMatch(/password|hash|argon2/i);
    },
  ),
  [`PATCH ${profilePath} default`]: ownChange,
  [`PATCH ${profilePath} bad_fields`]: {
    run: async (attempt) => [
      await attempt.send(patch({ firstName: ' ' })),
      await attempt.send(patch({ email: 'not an address' })),
      await attempt.send(patch({ gender: 'Other' })),
      await attempt.send(patch({ language: 'de' })),
    ],
  },
  [`PATCH ${profilePath} licence_of_another`]: plain((attempt) =>
    patch({ licenseNumber: `isa-${someoneElse(attempt)}`, reviewConfirmed: true }),
  ),
  [`PATCH ${profilePath} cookie_cross_site`]: crossSite(() => patch({ specialization: 'Neurology' })),
  [`POST ${planPath} default`]: plain(() => post(planPath, { plan: 'yearly' })),
  [`POST ${planPath} unknown_plan`]: plain(() => post(planPath, { plan: 'weekly' })),
  [`POST ${planPath} cookie_cross_site`]: crossSite(() => post(planPath, { plan: 'monthly' })),
  [`POST ${methodPath} default`]: plain(
    () => post(methodPath, { ...card, number: '4242424242424242', cvv: '9876' }),
    async (response, { fixture }) => {
      expect(response.text).not.toMatch(/42424242|(?<![\w.-])9876(?![\w.-])/);
      const stored = await fixture.sql('SELECT m::text AS row FROM payment_methods m');
      expect(JSON.stringify(stored)).not.toMatch(/42424242|(?<![\w.-])9876(?![\w.-])/);
    },
  ),
  [`POST ${methodPath} half_a_card`]: plain(() => post(methodPath, { ...card, expiry: '' })),
  [`POST ${methodPath} cookie_cross_site`]: crossSite(() => post(methodPath, card)),
};
