import { routes } from '@medcloud/contract';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { addMinutes } from '../calendar.ts';
import type { DemoPatient } from '../people/patients.ts';
import type { SeedContext, SeedStep } from '../seed-context.ts';
import { pickIndex } from './random-times.ts';

/** A patient of the demonstration, with the public id after the registration. */
export interface RegisteredPatient {
  readonly details: DemoPatient;
  readonly at: Date;
  /** Returns the public id. Throws before the registration. */
  patientId(): string;
}

/** Creates the registrations of all patients. Later exams and requests read the ids. */
export function createRegistrationSteps(
  seedContext: SeedContext,
  patients: readonly DemoPatient[],
): { patients: RegisteredPatient[]; steps: SeedStep[] } {
  const random = new Seeded('registrations');
  const registrations = patients.map((patient) =>
    createRegistrationStep(patient, pickRegistrationTime(seedContext, patient, random)),
  );
  return { patients: registrations.map(({ patient }) => patient), steps: registrations.map(({ step }) => step) };
}

function pickRegistrationTime({ calendar }: SeedContext, { registeredDaysAgo }: DemoPatient, random: Seeded): Date {
  // The newest patient registered today, some minutes ago, at any hour.
  if (registeredDaysAgo === 0) return calendar.minutesAgo(55 + pickIndex(random, 20));
  const isSunday = calendar.weekday(registeredDaysAgo) === 0;
  return calendar.at(registeredDaysAgo + (isSunday ? 1 : 0), random.between(8.2, 13.2));
}

function createRegistrationStep(details: DemoPatient, at: Date): { patient: RegisteredPatient; step: SeedStep } {
  let id: string | undefined;
  const patientId = () => {
    if (id === undefined) throw new Error(`${details.name} is not registered yet.`);
    return id;
  };
  const { person, phone, email, amka, address, language } = details;
  const body = {
    firstName: person.givenName,
    lastName: person.surname,
    dateOfBirth: person.birthDate,
    gender: person.sex,
    ...{ phone, email, amka, address, language },
  };
  const step: SeedStep = {
    at,
    principal: { kind: 'center', centerId: details.centerId },
    run: async (center) => {
      id = (await center.call(routes.center.registerPatient, { body })).patientId;
    },
  };
  return { patient: { details, at: addMinutes(at, 4), patientId }, step };
}
