import type { DoctorProfile } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import type { DoctorScope } from '../authorization/scope.ts';
import { type TimeContext, today } from '../core/context.ts';
import { findDoctor } from './reads.ts';
import { showProfile } from './show.ts';

/** Describes a doctor's own profile and subscription. */
export async function describeProfile(context: TimeContext, scope: DoctorScope): Promise<DoctorProfile> {
  const row = await context.db.within(scope, (tx) => findDoctor(tx, scope.doctorId));
  if (row === null) throw new Fault('not_found');
  return showProfile(row, today(context));
}
