import type { PatientChange } from '@medcloud/contract';
import type { AppContext } from '../core/context.ts';
import { checkAmka, checkBirthDate, requireMobile } from './check-facts.ts';
import { factNames, type PatientFacts } from './patient-columns.ts';

/** Returns a patient's facts after a change. Applies the checks of registration to the facts that change. */
export function applyPatientChange(
  context: Pick<AppContext, 'clock' | 'settings'>,
  before: PatientFacts,
  { amkaConfirmed, ...change }: PatientChange,
): PatientFacts {
  // an absent field is unchanged, null clears it (RFC 7396)
  const given = Object.entries(change).flatMap(([fact, value]) =>
    value === undefined ? [] : [[fact, value ?? undefined] as const],
  );
  const after: PatientFacts = { ...before, ...Object.fromEntries(given) };
  after.firstName = after.firstName.normalize('NFC');
  after.lastName = after.lastName.normalize('NFC');
  if (change.phone) after.phone = requireMobile(change.phone, 'phone', 'mobile_required');
  checkBirthDate(context, after.dateOfBirth);
  const isNewPair = after.amka !== before.amka || after.dateOfBirth !== before.dateOfBirth;
  if (isNewPair) checkAmka(after.amka, after.dateOfBirth, amkaConfirmed);
  return after;
}

/** Lists the names of changed facts. Audit events may contain only the names. */
export function listChangedFields(before: PatientFacts, after: PatientFacts): (keyof PatientFacts)[] {
  return factNames.filter((name) => before[name] !== after[name]);
}
