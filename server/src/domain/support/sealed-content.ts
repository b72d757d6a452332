import type { Random } from '../../platform/kit/random.ts';
import { sealText } from '../../platform/kit/sealing.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';

/** What a person wrote: the words of a message, and how to answer. */
export interface SupportContent {
  name: string;
  email: string;
  subject?: string;
  topic?: string;
  message: string;
}

/** Seals a message's words. The context ties them to their row. */
export function sealContent(
  keys: Pick<PortalKeys, 'support'>,
  id: string,
  words: SupportContent,
  random: Random,
): Buffer {
  return sealText(keys.support, `support:${id}:content`, JSON.stringify(words), random);
}
