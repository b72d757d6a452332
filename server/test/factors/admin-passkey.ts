import { routes } from '@medcloud/contract';
import { factorSignInReply } from '@medcloud/contract/shapes/factors';
import { removeFactors } from '../../src/domain/factors/remove-factors.ts';
import type { Config } from '../../src/platform/config/config.ts';
import type { Client } from '../harness/client.ts';
import { adminLogin, type TestApp } from '../harness/test-app.ts';
import { type Deviation, SoftPasskey } from './soft-passkey.ts';

/** The passkey of the administrator of each portal that requires one. */
const passkeys = new WeakMap<Config, SoftPasskey>();

/** Signs in as the administrator; on https, where a second factor is required, with a passkey, added at the first sign-in. */
export async function signInAsAdmin(client: Client, login: { email: string; password: string }): Promise<Client> {
  const isRequired = client.config.requiredFactor.roles.includes('admin');
  const known = passkeys.get(client.config);
  if (isRequired && known !== undefined) return await signInWithPasskey(client, 'admin', known);
  await client.signIn(routes.auth.adminLogin.path, { email: login.email, password: login.password });
  if (isRequired) passkeys.set(client.config, await addPasskey(client));
  return client;
}

/** Adds a passkey to a signed-in account. */
export async function addPasskey(client: Client): Promise<SoftPasskey> {
  const passkey = new SoftPasskey(client.config.publicUrl.origin);
  const options = await client.call(routes.account.passkeyCreation, {});
  await client.call(routes.account.addPasskey, { body: { name: 'Key', response: passkey.create(options) } });
  return passkey;
}

/** Lets the administrator of a portal's copy sign in with the passkey of the original. */
export function copyAdminPasskey(from: Config, to: Config): void {
  const passkey = passkeys.get(from);
  if (passkey !== undefined) passkeys.set(to, passkey);
}

/** Removes the administrator's second factor, as an operator does. */
export async function removeAdminFactor({ app, config }: Pick<TestApp, 'app' | 'config'>): Promise<void> {
  await removeFactors(app.context, adminLogin.email);
  passkeys.delete(config);
}

/** Steps up as the administrator with that passkey. `deviation` is what the passkey does otherwise than it should. */
export async function stepUpAsAdmin(client: Client, deviation: Deviation = {}): Promise<Response> {
  const passkey = passkeys.get(client.config);
  if (passkey === undefined) throw new Error('The administrator has no passkey.');
  const options = await client.call(routes.auth.stepUpOptions, {});
  return await client.json('POST', routes.auth.stepUp.path, { response: passkey.sign(options, deviation) });
}

async function signInWithPasskey(client: Client, kind: 'admin' | 'doctor', passkey: SoftPasskey): Promise<Client> {
  const options = await client.call(routes.auth.passkeyOptions, { body: {} });
  const reply = await client.json('POST', routes.auth.passkeySignIn.path, { kind, response: passkey.sign(options) });
  if (!reply.ok) throw new Error(`Sign-in failed: ${reply.status} ${await reply.text()}`);
  client.sessionId = factorSignInReply.parse(await reply.json()).sessionId;
  client.cookie = /^[^=]+=([^;]+)/.exec(reply.headers.getSetCookie()[0] ?? '')?.[1] ?? null;
  return client;
}
