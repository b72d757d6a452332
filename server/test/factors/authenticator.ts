import { routes } from '@medcloud/contract';
import { Secret, TOTP } from 'otpauth';
import type { Client } from '../harness/client.ts';
import type { TestApp } from '../harness/start-test-app.ts';

/** An authenticator app, which makes the codes of a secret at the portal's time. */
export class Authenticator {
  readonly #totp: TOTP;
  readonly #clock: TestApp['clock'];

  constructor(secret: string, clock: TestApp['clock']) {
    this.#totp = new TOTP({ secret: Secret.fromBase32(secret) });
    this.#clock = clock;
  }

  /** Returns the code of now, or of some steps of 30 seconds later. */
  code(steps = 0): string {
    return this.#totp.generate({ timestamp: this.#clock.now().getTime() + steps * 30_000 });
  }
}

/** Makes an authenticator app the second factor of a signed-in account. Returns it, and the recovery codes. */
export async function setUpAuthenticator(
  { clock }: Pick<TestApp, 'clock'>,
  client: Client,
): Promise<{ authenticator: Authenticator; recoveryCodes: string[] }> {
  const { secret } = await client.call(routes.account.beginTotp, {});
  const authenticator = new Authenticator(secret, clock);
  const { recoveryCodes } = await client.call(routes.account.confirmTotp, { body: { code: authenticator.code() } });
  return { authenticator, recoveryCodes: recoveryCodes ?? [] };
}
