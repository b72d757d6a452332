import { routes } from '@medcloud/contract';
import { Seeded } from '@medcloud/server/test/phantom/seeded.ts';
import { later } from '../calendar.ts';
import type { CastPatient } from '../cast/patients.ts';
import type { Chore, Stage } from '../stage.ts';
import { oneOf } from './rhythm.ts';

/** A patient of the cast with the public id that the portal gave, once registered. */
export interface Registered {
  readonly cast: CastPatient;
  readonly at: Date;
  /** Fails before the registration. */
  patientId(): string;
}

/** Registers the cast; the exams and requests that follow ask for the ids. */
export function registrations(stage: Stage, cast: readonly CastPatient[]): { patients: Registered[]; chores: Chore[] } {
  const random = new Seeded('registrations');
  const made = cast.map((patient) => registration(patient, registeredAt(stage, patient, random)));
  return { patients: made.map(({ patient }) => patient), chores: made.map(({ chore }) => chore) };
}

function registeredAt({ calendar }: Stage, { registeredDaysAgo }: CastPatient, random: Seeded): Date {
  // the newest came today: some minutes ago, whatever the hour
  if (registeredDaysAgo === 0) return calendar.minutesAgo(55 + oneOf(random, 20));
  const isSunday = calendar.weekday(registeredDaysAgo) === 0;
  return calendar.at(registeredDaysAgo + (isSunday ? 1 : 0), random.between(8.2, 13.2));
}

function registration(cast: CastPatient, at: Date): { patient: Registered; chore: Chore } {
  let id: string | undefined;
  const patientId = () => {
    if (id === undefined) throw new Error(`${cast.name} is not registered yet.`);
    return id;
  };
  const { person, phone, email, amka, address, language } = cast;
  const body = {
    firstName: person.given,
    lastName: person.surname,
    dateOfBirth: person.birthDate,
    gender: person.sex,
    ...{ phone, email, amka, address, language },
  };
  const chore: Chore = {
    at,
    actor: { kind: 'center', centerId: cast.centerId },
    play: async (center) => {
      id = (await center.call(routes.center.registerPatient, { body })).patientId;
    },
  };
  return { patient: { cast, at: later(at, 4), patientId }, chore };
}
