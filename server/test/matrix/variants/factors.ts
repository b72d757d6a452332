import { routes } from '@medcloud/contract';
import { Secret, TOTP } from 'otpauth';
import * as z from 'zod';
import { type Attempt, crossSite, plain, type Variants } from '../attempt.ts';
import { jsonOf, type RequestSpec } from '../send.ts';

const security = routes.account.security.path;
const totp = routes.account.beginTotp.path;
const confirm = routes.account.confirmTotp.path;
const codes = routes.account.makeRecoveryCodes.path;
const finish = routes.auth.factorSignIn.path;

const factorOptions = routes.auth.factorOptions.path;
const passkeyOptions = routes.auth.passkeyOptions.path;
const passkeySignIn = routes.auth.passkeySignIn.path;
const stepUpOptions = routes.auth.stepUpOptions.path;
const creation = routes.account.passkeyCreation.path;
const passkeys = routes.account.addPasskey.path;
const onePasskey = routes.account.removePasskey.path;
const unknownPasskey = onePasskey.replace('{id}', '01900000-0000-7000-8000-000000000000');

/** What a browser returns for a passkey, of no meaning. */
const response = {
  id: 'eA',
  type: 'public-key',
  response: { clientDataJSON: 'eA', authenticatorData: 'eA', signature: 'eA', attestationObject: 'eA' },
};
const rename: RequestSpec = { method: 'PATCH', path: unknownPasskey, json: { name: 'Phone' } };
const remove: RequestSpec = { method: 'DELETE', path: unknownPasskey };

const post = (path: string, json: object = {}): RequestSpec => ({ method: 'POST', path, json });

/** Returns the code of a secret at the portal's time. */
const codeOf = ({ fixture }: Attempt, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: fixture.testApp.clock.now().getTime() });

/** Leaves the account without a second factor, for the rows that sign in. */
async function removeFactors({ fixture }: Attempt): Promise<void> {
  await fixture.sql('DELETE FROM totp_secrets');
  await fixture.sql('DELETE FROM recovery_codes');
}

export const factors: Variants = {
  [`GET ${security} default`]: plain(() => ({ method: 'GET', path: security })),
  [`POST ${totp} default`]: plain(() => post(totp)),
  [`POST ${totp} cookie_cross_site`]: crossSite(() => post(totp)),
  [`DELETE ${totp} default`]: plain(() => ({ method: 'DELETE', path: totp })),
  [`DELETE ${totp} cookie_cross_site`]: crossSite(() => ({ method: 'DELETE', path: totp })),
  [`POST ${confirm} default`]: {
    run: async (attempt) => {
      const begun = await attempt.send(post(totp));
      const secret = begun.status === 201 ? z.object({ secret: z.string() }).parse(jsonOf(begun)).secret : '';
      const response = await attempt.send(post(confirm, { code: codeOf(attempt, secret) }));
      await removeFactors(attempt);
      return response;
    },
  },
  [`POST ${confirm} bad_fields`]: plain(() => post(confirm, { code: '12345' })),
  [`POST ${confirm} cookie_cross_site`]: crossSite(() => post(confirm, { code: '123456' })),
  [`POST ${codes} without_factor`]: { ...plain(() => post(codes)), isWithoutFactor: true },
  [`POST ${codes} cookie_cross_site`]: crossSite(() => post(codes)),
  [`POST ${finish} unknown_challenge`]: plain(() => post(finish, { challengeId: 'x'.repeat(43), code: '123456' })),
  [`POST ${finish} bad_fields`]: plain(() => post(finish, { challengeId: 'x'.repeat(43), code: '12345' })),
  [`POST ${factorOptions} unknown_challenge`]: plain(() => post(factorOptions, { challengeId: 'x'.repeat(43) })),
  [`POST ${passkeyOptions} default`]: plain(() => post(passkeyOptions)),
  [`POST ${passkeySignIn} unknown_passkey`]: plain(() => post(passkeySignIn, { kind: 'doctor', response })),
  [`POST ${passkeySignIn} bad_fields`]: plain(() => post(passkeySignIn, { kind: 'window', response })),
  [`POST ${stepUpOptions} without_passkey`]: { ...plain(() => post(stepUpOptions)), isWithoutFactor: true },
  [`POST ${stepUpOptions} cookie_cross_site`]: crossSite(() => post(stepUpOptions)),
  [`POST ${creation} default`]: plain(() => post(creation)),
  [`POST ${creation} cookie_cross_site`]: crossSite(() => post(creation)),
  [`POST ${passkeys} wrong_response`]: plain(() => post(passkeys, { name: 'Phone', response })),
  [`POST ${passkeys} bad_fields`]: plain(() => post(passkeys, { name: '', response })),
  [`POST ${passkeys} cookie_cross_site`]: crossSite(() => post(passkeys, { name: 'Phone', response })),
  [`PATCH ${onePasskey} unknown`]: plain(() => rename),
  [`PATCH ${onePasskey} cookie_cross_site`]: crossSite(() => rename),
  [`DELETE ${onePasskey} unknown`]: plain(() => remove),
  [`DELETE ${onePasskey} cookie_cross_site`]: crossSite(() => remove),
};
