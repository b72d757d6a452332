import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { type CastCenter, centers } from '../cast/centers.ts';
import { administrator, type Chore, nobody, type Stage } from '../stage.ts';

const quarterDays = 91;

/** An administrator makes each center, the center changes its first password, and each quarter is paid. */
export function centerChores(stage: Stage): Chore[] {
  return centers.flatMap((center) => [
    created(stage, center),
    signedInFirst(stage, center),
    ...quarters(stage, center),
  ]);
}

function initialPassword({ centerId }: CastCenter): string {
  return `${centerId} for the first time`;
}

function created({ calendar }: Stage, center: CastCenter): Chore {
  const { createdDaysAgo, paidForDays: _, ...fields } = center;
  return {
    at: calendar.at(createdDaysAgo, 10.1),
    actor: administrator,
    play: async (admin) => {
      await admin.call(routes.admin.createMedicalCenter, { body: { ...fields, password: initialPassword(center) } });
    },
  };
}

function signedInFirst({ calendar, config, origin, password }: Stage, center: CastCenter): Chore {
  return {
    at: calendar.at(center.createdDaysAgo, 12.4),
    actor: nobody,
    play: async () => {
      const client = new Client(origin, config);
      const initial = initialPassword(center);
      await client.signIn(routes.auth.centerLogin.path, { centerId: center.centerId, password: initial });
      const body = { currentPassword: initial, newPassword: password };
      client.sessionId = (await client.call(routes.auth.changePassword, { body })).sessionId;
      await client.call(routes.auth.changeAccount, { body: { language: 'el' } });
    },
  };
}

/** From the one that runs back to the first. */
function quarters(stage: Stage, center: CastCenter): Chore[] {
  const chores: Chore[] = [];
  for (let end = -center.paidForDays; end < center.createdDaysAgo; end += quarterDays) {
    const start = Math.min(end + quarterDays - 1, center.createdDaysAgo);
    chores.push(paid(stage, center, start, end));
  }
  return chores;
}

function paid({ calendar }: Stage, { centerId }: CastCenter, startsDaysAgo: number, endsDaysAgo: number): Chore {
  return {
    at: calendar.at(startsDaysAgo, 13.2),
    actor: administrator,
    play: async (admin) => {
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
