import { type Doctor, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { createApplication, type DemoDoctor, doctors } from '../people/doctors.ts';
import { administrator, anonymous, type SeedContext, type SeedStep } from '../seed-context.ts';

const rejectReason = 'Ο αριθμός άδειας δεν βρέθηκε στο μητρώο του ιατρικού συλλόγου.';
// Hour of the day. On the day of seeding it may be in the future; such steps are skipped.
const morning = 9.4;

/**
 * Creates the steps of doctors: application, decision on the next day and changes as defined in `doctors.ts`.
 */
export function createDoctorSteps(seedContext: SeedContext): SeedStep[] {
  return doctors.flatMap((doctor) => [
    createApplicationStep(seedContext, doctor),
    ...createDecisionSteps(seedContext, doctor),
    ...createSubscriptionSteps(seedContext, doctor),
    ...createChangeSteps(seedContext, doctor),
  ]);
}

function createApplicationStep({ calendar, password }: SeedContext, doctor: DemoDoctor): SeedStep {
  return {
    at: calendar.at(doctor.appliedDaysAgo, 20.6),
    principal: anonymous,
    run: async (client) => {
      await client.call(routes.auth.doctorSignup, { body: createApplication(doctor, password) });
    },
  };
}

function createDecisionSteps({ calendar }: SeedContext, doctor: DemoDoctor): SeedStep[] {
  if (doctor.decision === 'none') return [];
  const run = async (admin: Client) => {
    const { id } = await findApplication(admin, doctor);
    const { decision, trialDays } = doctor;
    if (decision === 'approved') await admin.call(routes.admin.approveDoctor, { params: { id }, body: { trialDays } });
    else await admin.call(routes.admin.rejectDoctor, { params: { id }, body: { reason: rejectReason } });
  };
  return [{ at: calendar.at(doctor.appliedDaysAgo - 1, morning), principal: administrator, run }];
}

async function findApplication(admin: Client, { email }: DemoDoctor): Promise<Doctor> {
  const pending = await admin.call(routes.admin.pendingDoctors, {});
  const application = pending.find(({ user }) => user.email === email);
  if (!application) throw new Error(`No application of ${email} is pending.`);
  return application;
}

async function findUserId(admin: Client, { email }: DemoDoctor): Promise<string> {
  const found = await admin.call(routes.admin.doctors, { query: { search: email } });
  const doctor = found.find(({ user }) => user.email === email);
  if (!doctor) throw new Error(`There is no doctor ${email}.`);
  return doctor.userId;
}

function createSubscriptionSteps({ calendar }: SeedContext, doctor: DemoDoctor): SeedStep[] {
  const { subscriptionChange: wanted } = doctor;
  if (!wanted) return [];
  const run = async (admin: Client) => {
    const userId = await findUserId(admin, doctor);
    const startDate = calendar.day(doctor.appliedDaysAgo - 1);
    const endDate = calendar.day(-wanted.endsInDays);
    const body = { userId, startDate, endDate, status: wanted.status };
    await admin.call(routes.admin.updateSubscription, { body });
  };
  return [{ at: calendar.at(wanted.daysAgo, morning + 1.5), principal: administrator, run }];
}

function createChangeSteps({ calendar }: SeedContext, { email, newLicense, nextPlan }: DemoDoctor): SeedStep[] {
  const principal = { kind: 'doctor', email } as const;
  const review: SeedStep[] = newLicense
    ? [
        {
          at: calendar.at(newLicense.daysAgo, 21.2),
          principal,
          run: async (client) => {
            const { licenseNumber } = newLicense;
            await client.call(routes.doctor.changeProfile, { body: { licenseNumber, reviewConfirmed: true } });
          },
        },
      ]
    : [];
  const plan: SeedStep[] = nextPlan
    ? [
        {
          at: calendar.at(8, 21.5),
          principal,
          run: async (client) => {
            await client.call(routes.doctor.changePlan, { body: { plan: nextPlan } });
          },
        },
      ]
    : [];
  return [...review, ...plan];
}
