import { type Doctor, routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { applicationOf, type CastDoctor, doctors } from '../cast/doctors.ts';
import { administrator, type Chore, nobody, type Stage } from '../stage.ts';

const rejectReason = 'Ο αριθμός άδειας δεν βρέθηκε στο μητρώο του ιατρικού συλλόγου.';
// On the day of the start there may be no morning yet: applications of today came some minutes ago.
const morning = 9.4;

/** Each doctor applies, is decided about the day after, and pays, renews or changes as the cast says. */
export function doctorChores(stage: Stage): Chore[] {
  return doctors.flatMap((doctor) => [
    applied(stage, doctor),
    ...decided(stage, doctor),
    ...renewed(stage, doctor),
    ...setTo(stage, doctor),
    ...changed(stage, doctor),
  ]);
}

function applied({ calendar, password }: Stage, doctor: CastDoctor): Chore {
  return {
    at: calendar.at(doctor.appliedDaysAgo, 20.6),
    actor: nobody,
    play: async (client) => {
      await client.call(routes.auth.doctorSignup, { body: applicationOf(doctor, password) });
    },
  };
}

function decided({ calendar }: Stage, doctor: CastDoctor): Chore[] {
  if (doctor.decision === 'none') return [];
  const play = async (admin: Client) => {
    const { id } = await applicationIn(admin, doctor);
    if (doctor.decision === 'approved') await admin.call(routes.admin.approveDoctor, { params: { id } });
    else await admin.call(routes.admin.rejectDoctor, { params: { id }, body: { reason: rejectReason } });
  };
  return [{ at: calendar.at(doctor.appliedDaysAgo - 1, morning), actor: administrator, play }];
}

async function applicationIn(admin: Client, { email }: CastDoctor): Promise<Doctor> {
  const pending = await admin.call(routes.admin.pendingDoctors, {});
  const application = pending.find(({ user }) => user.email === email);
  if (!application) throw new Error(`No application of ${email} is pending.`);
  return application;
}

async function userIdOf(admin: Client, { email }: CastDoctor): Promise<string> {
  const found = await admin.call(routes.admin.doctors, { query: { search: email } });
  const doctor = found.find(({ user }) => user.email === email);
  if (!doctor) throw new Error(`There is no doctor ${email}.`);
  return doctor.userId;
}

function renewed({ calendar }: Stage, doctor: CastDoctor): Chore[] {
  return (doctor.renewals ?? []).map(({ daysAgo, months }) => ({
    at: calendar.at(daysAgo, morning + 1),
    actor: administrator,
    play: async (admin) => {
      const userId = await userIdOf(admin, doctor);
      await admin.call(routes.admin.renewDoctorSubscription, { body: { userId, months } });
    },
  }));
}

function setTo({ calendar }: Stage, doctor: CastDoctor): Chore[] {
  const { setTo: wanted } = doctor;
  if (!wanted) return [];
  const play = async (admin: Client) => {
    const userId = await userIdOf(admin, doctor);
    const startDate = calendar.day(doctor.appliedDaysAgo - 1);
    const endDate = calendar.day(-wanted.endsInDays);
    const body = { userId, startDate, endDate, status: wanted.status };
    await admin.call(routes.admin.updateSubscription, { body });
  };
  return [{ at: calendar.at(wanted.daysAgo, morning + 1.5), actor: administrator, play }];
}

function changed({ calendar }: Stage, { email, newLicense, nextPlan }: CastDoctor): Chore[] {
  const actor = { kind: 'doctor', email } as const;
  const review: Chore[] = newLicense
    ? [
        {
          at: calendar.at(newLicense.daysAgo, 21.2),
          actor,
          play: async (client) => {
            const { licenseNumber } = newLicense;
            await client.call(routes.doctor.changeProfile, { body: { licenseNumber, reviewConfirmed: true } });
          },
        },
      ]
    : [];
  const plan: Chore[] = nextPlan
    ? [
        {
          at: calendar.at(8, 21.5),
          actor,
          play: async (client) => {
            await client.call(routes.doctor.changePlan, { body: { plan: nextPlan } });
          },
        },
      ]
    : [];
  return [...review, ...plan];
}
