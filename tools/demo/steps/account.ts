import { routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';

/** Records a transfer of all that an account owes. */
export async function payAll(admin: Client, email: string, receivedOn: string): Promise<void> {
  const { userId, name, owedCents } = await findAccount(admin, email);
  const body = { userId, cents: owedCents, receivedOn, text: name };
  await admin.call(routes.billingAdmin.recordPayment, { body });
}

/** Returns what was billed and paid of the account with this email. */
export async function findAccount(admin: Client, email: string) {
  const [account] = await admin.call(routes.billingAdmin.accounts, { query: { search: email } });
  if (account === undefined) throw new Error(`There is no account of ${email}.`);
  return await admin.call(routes.billingAdmin.accountDetails, { params: { userId: account.userId } });
}
