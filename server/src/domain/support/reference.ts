import { supportReferenceAlphabet, supportReferenceLength } from '@medcloud/contract/support-reference';
import type { Random } from '../../platform/ids/random.ts';

/** A new reference: `S-` and eight random characters of base 32. 40 bits, so that the next one cannot be guessed; no secret. */
export function newReference(random: Random): string {
  const randomCharacter = () => supportReferenceAlphabet.charAt(random.int(supportReferenceAlphabet.length));
  return `S-${Array.from({ length: supportReferenceLength }, randomCharacter).join('')}`;
}
