import { computePatientIdCheck, patientIdAlphabet } from '@medcloud/contract/patient-id';
import type { Random } from '../../platform/ids/random.ts';

/** A new public id: `P-`, nine random characters of base 32 and their check character. 45 random bits; no secret. */
export function newPatientId(random: Random): string {
  const characters = Array.from({ length: 9 }, () => patientIdAlphabet.charAt(random.int(32))).join('');
  return `P-${characters}${computePatientIdCheck(characters)}`;
}
