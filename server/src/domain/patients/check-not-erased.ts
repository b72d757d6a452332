import { Fault } from '@medcloud/contract/faults';

/** Throws `patient_erased` if nothing can be added to a patient any more. */
export function checkNotErased({ erasedAt }: { erasedAt: Date | null }): void {
  if (erasedAt !== null) throw new Fault('patient_erased');
}
