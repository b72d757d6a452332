import { routes } from '@medcloud/contract';
import { runDunning } from '@medcloud/server/src/domain/billing/dunning/run-dunning.ts';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { StripeRecords } from '@medcloud/server/test/stand-ins/stripe/records.ts';
import { type DemoDoctor, doctors } from '../people/doctors.ts';
import { administrator, anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';
import { findAccount, payAll } from './account.ts';
import { createBankFileSteps } from './bank-file.ts';
import { createCardSteps } from './card-payment.ts';

// After the hour of mails, before the administrator's morning.
const dunningHour = 9.1;
const bankHour = 11.3;
/** Most transfers come some days after the approval, which is on the day after the application. */
const usualDays = 6;

/** Creates the steps of billing: the daily requests and reminders, doctors' payments, and a credit note. */
export function createBillingSteps(seedContext: SeedContext): SeedStep[] {
  const records = new StripeRecords();
  return [
    ...createDunningSteps(seedContext),
    ...doctors.flatMap((doctor) => [
      ...createDoctorSteps(seedContext, doctor),
      ...createCardSteps(seedContext, doctor, records),
      ...createBankFileSteps(seedContext, doctor),
    ]),
  ];
}

function createDunningSteps(seedContext: SeedContext): SeedStep[] {
  const days = Math.max(...doctors.map(({ appliedDaysAgo }) => appliedDaysAgo));
  return Array.from({ length: days }, (_, daysAgo) => ({
    at: seedContext.calendar.at(daysAgo, dunningHour),
    principal: anonymous,
    run: () => runDunning(seedContext.context),
  }));
}

function createDoctorSteps({ calendar }: SeedContext, doctor: DemoDoctor): SeedStep[] {
  const { decision, appliedDaysAgo, transfersDaysAgo = [appliedDaysAgo - usualDays], credit } = doctor;
  if (decision !== 'approved') return [];
  const transfers = transfersDaysAgo.map((daysAgo) => ({
    at: calendar.at(daysAgo, bankHour),
    principal: administrator,
    run: async (admin: Client) => await payAll(admin, doctor.email, calendar.day(daysAgo)),
  }));
  if (credit === undefined) return transfers;
  const { daysAgo, ...body } = credit;
  const creditStep = {
    at: calendar.at(daysAgo, bankHour),
    principal: administrator,
    run: async (admin: Client) => {
      const { invoices } = await findAccount(admin, doctor.email);
      await admin.call(routes.billingAdmin.creditInvoice, { params: { id: invoices[0]?.id ?? '' }, body });
    },
  };
  return [...transfers, creditStep];
}
