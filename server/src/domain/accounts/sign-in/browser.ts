import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import type { SentSession } from '../sessions/find-sent-session.ts';
import type { SignInResult } from './begin-session.ts';
import { findKnownDevice, rememberDevice } from './known-device.ts';
import type { SignInPorts } from './sign-in.ts';
import { signInKeysOf } from './sign-in-identifier.ts';

/** Secrets of the browser: its current session and its device cookie. */
export interface BrowserSecrets {
  session: SentSession | null;
  device: string | null;
}

type DeviceContext = Pick<AppContext, 'keys' | 'clock' | 'random'>;

/** Ends the delays of wrong passwords after a sign-in by another factor, and adds the account to the device cookie. */
export async function rememberBrowser(
  context: DeviceContext,
  ports: Pick<SignInPorts, 'throttle'>,
  request: RequestContext,
  result: SignInResult,
  { device }: BrowserSecrets,
): Promise<SignInResult & { device: string }> {
  // a passkey comes without a name: the browser is remembered for the usual one
  const [key] = signInKeysOf({ ...result, email: result.account.email });
  const known = findKnownDevice(context, device, key);
  await ports.throttle.resetSignIn({ account: key, by: known === null ? { block: request.addressBlock } : { known } });
  return { ...result, device: rememberDevice(context, device, key) };
}
