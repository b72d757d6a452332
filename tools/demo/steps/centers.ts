import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { centers, type DemoCenter } from '../people/centers.ts';
import { administrator, anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';
import { payAll } from './account.ts';

const quarterDays = 91;
const daysToTransfer = 8;

/**
 * Creates the steps of centers: creation by an administrator, change of the first password, and each quarter.
 */
export function createCenterSteps(seedContext: SeedContext): SeedStep[] {
  return centers.flatMap((center) => [
    createCenterStep(seedContext, center),
    createFirstSignInStep(seedContext, center),
    ...createPaymentSteps(seedContext, center),
  ]);
}

function createInitialPassword({ centerId }: DemoCenter): string {
  return `${centerId} for the first time`;
}

function createCenterStep({ calendar }: SeedContext, center: DemoCenter): SeedStep {
  const { createdDaysAgo, paidForDays: _, vatNumber: _vat, ...fields } = center;
  return {
    at: calendar.at(createdDaysAgo, 10.1),
    principal: administrator,
    run: async (admin) => {
      await admin.call(routes.admin.createMedicalCenter, {
        body: { ...fields, password: createInitialPassword(center) },
      });
    },
  };
}

function createFirstSignInStep({ calendar, config, origin, password }: SeedContext, center: DemoCenter): SeedStep {
  return {
    at: calendar.at(center.createdDaysAgo, 12.4),
    principal: anonymous,
    run: async () => {
      const client = new Client(origin, config);
      const initial = createInitialPassword(center);
      await client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: initial });
      const body = { currentPassword: initial, newPassword: password };
      client.sessionId = (await client.call(routes.auth.changePassword, { body })).sessionId;
      await client.call(routes.auth.changeAccount, { body: { language: 'el' } });
    },
  };
}

/** Creates the payments from the current quarter back to the first. */
function createPaymentSteps(seedContext: SeedContext, center: DemoCenter): SeedStep[] {
  const steps: SeedStep[] = [];
  for (let end = -center.paidForDays; end < center.createdDaysAgo; end += quarterDays) {
    const start = Math.min(end + quarterDays - 1, center.createdDaysAgo);
    const isInvoiced = center.vatNumber !== undefined && end === -center.paidForDays;
    steps.push(
      ...(isInvoiced
        ? createInvoiceSteps(seedContext, center, start)
        : [createPaymentStep(seedContext, center, start, end)]),
    );
  }
  return steps;
}

function createPaymentStep(
  { calendar }: SeedContext,
  { centerId }: DemoCenter,
  startsDaysAgo: number,
  endsDaysAgo: number,
): SeedStep {
  return {
    at: calendar.at(startsDaysAgo, 13.2),
    principal: administrator,
    run: async (admin) => {
      const center = await findCenter(admin, centerId);
      const [startDate, endDate] = [calendar.day(startsDaysAgo), calendar.day(endsDaysAgo)];
      await admin.call(routes.admin.updateSubscription, {
        body: { userId: center.userId, startDate, endDate, status: 'active' },
      });
    },
  };
}

/** Creates the start of billing and the transfer for its first quarter. */
function createInvoiceSteps({ calendar }: SeedContext, center: DemoCenter, startsDaysAgo: number): SeedStep[] {
  const { name, address, city, zipCode, vatNumber } = center;
  const party = { kind: 'business', legalName: name, vatNumber, taxOffice: 'Αθηνών', address, city } as const;
  const start: SeedStep = {
    at: calendar.at(startsDaysAgo, 13.2),
    principal: administrator,
    run: async (admin) => {
      const params = { userId: (await findCenter(admin, center.centerId)).userId };
      const body = { ...party, postalCode: zipCode, country: 'GR', language: 'el' } as const;
      await admin.call(routes.billingAdmin.accountParty, { params, body });
      await admin.call(routes.billingAdmin.startBilling, { params, body: { firstDay: calendar.day(startsDaysAgo) } });
    },
  };
  const daysAgo = startsDaysAgo - daysToTransfer;
  const transfer: SeedStep = {
    at: calendar.at(daysAgo, 13.2),
    principal: administrator,
    run: async (admin) => await payAll(admin, center.email, calendar.day(daysAgo)),
  };
  return [start, transfer];
}

async function findCenter(admin: Client, centerId: string) {
  const all = await admin.call(routes.admin.medicalCenters, {});
  const center = all.find((each) => each.centerId === centerId);
  if (!center) throw new Error(`There is no center ${centerId}.`);
  return center;
}
