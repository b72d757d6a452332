import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { centers, type DemoCenter } from '../people/centers.ts';
import { administrator, anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';

const quarterDays = 91;

/**
 * Creates the steps of centers: creation by an administrator, change of the first password, payment of each quarter.
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
  const { createdDaysAgo, paidForDays: _, ...fields } = center;
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
    steps.push(createPaymentStep(seedContext, center, start, end));
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
      const all = await admin.call(routes.admin.medicalCenters, {});
      const center = all.find((each) => each.centerId === centerId);
      if (!center) throw new Error(`There is no center ${centerId}.`);
      const [startDate, endDate] = [calendar.day(startsDaysAgo), calendar.day(endsDaysAgo)];
      await admin.call(routes.admin.updateSubscription, {
        body: { userId: center.userId, startDate, endDate, status: 'active' },
      });
    },
  };
}
