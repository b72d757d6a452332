import { routes } from '@medcloud/contract';
import { writeCamt } from '@medcloud/server/src/domain/billing/bank/read/test-camt.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { waitUntil } from '@medcloud/server/test/harness/wait-until.ts';
import type { DemoDoctor } from '../people/doctors.ts';
import { administrator, type SeedContext, type SeedStep } from '../seed-context.ts';
import { findAccount } from './account.ts';

const importHour = 11.6;
// The version that Greek banks deliver, and the version before it.
const versions = { withReference: '08', withoutReference: '02' };

/** Creates the import of the bank's file with the transfer of what a doctor is asked for. */
export function createBankFileSteps({ calendar, config, superuser }: SeedContext, doctor: DemoDoctor): SeedStep[] {
  const { bankFile, email } = doctor;
  if (bankFile === undefined) return [];
  const { daysAgo, hasReference } = bankFile;
  const run = async (admin: Client) => {
    const { dues, name } = await findAccount(admin, email);
    const due = dues.find(({ state }) => state === 'open');
    if (due === undefined) throw new Error(`${email} is asked for nothing.`);
    const transfer = {
      amount: (due.openCents / 100).toFixed(2),
      day: calendar.day(daysAgo),
      payer: name,
      reference: `DEMO-${due.rf}`,
      ...(hasReference ? { creditorReference: due.rf } : { text: ['Συνδρομή MedCloud'] }),
    };
    const version = hasReference ? versions.withReference : versions.withoutReference;
    const body = new FormData();
    const file = writeCamt(version, [transfer], config.billing.bank?.iban);
    body.append('file', new Blob([file]), `${transfer.day}.xml`);
    const response = await admin.raw('POST', routes.billingBank.importStatement.path, { body });
    if (response.status !== 201) throw new Error(`The bank's file was refused: ${await response.text()}`);
    await waitUntil(async () => {
      const { rows } = await superuser.query(
        `SELECT FROM jobs WHERE kind = 'settle-bank-lines' AND state IN ('waiting', 'running')`,
      );
      return rows.length === 0;
    });
  };
  return [{ at: calendar.at(daysAgo, importHour), principal: administrator, run }];
}
