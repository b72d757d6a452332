import { supportReferenceAlphabet, supportReferenceLength } from '@medcloud/contract/support-reference';
import type { Random } from '../../platform/ids/random.ts';

/**
 * Returns a new reference: `S-` and eight random base-32 characters. 40 bits, so the next one cannot be guessed; not a
 * secret.
 */
export function newReference(random: Random): string {
  const randomCharacter = () => supportReferenceAlphabet.charAt(random.int(supportReferenceAlphabet.length));
  return `S-${Array.from({ length: supportReferenceLength }, randomCharacter).join('')}`;
}
