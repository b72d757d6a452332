import { computePatientIdCheck, patientIdAlphabet } from '@medcloud/contract/patient-id';
import type { Random } from '../../platform/ids/random.ts';

/**
 * Returns a new public ID: `P-`, nine random base-32 characters and a check character. 45 random bits; not a secret.
 */
export function newPatientId(random: Random): string {
  const characters = Array.from({ length: 9 }, () => patientIdAlphabet.charAt(random.int(32))).join('');
  return `P-${characters}${computePatientIdCheck(characters)}`;
}
