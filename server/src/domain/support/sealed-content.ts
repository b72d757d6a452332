import * as z from 'zod';
import { openText, sealText } from '../../platform/crypto/sealing.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { PortalKeys } from '../keys/portal-keys.ts';

/** What a person wrote: the words of a message, and how to answer. */
const content = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string().optional(),
  topic: z.string().optional(),
  message: z.string(),
});
export type SupportContent = z.infer<typeof content>;

type Keys = Pick<PortalKeys, 'support'>;

/** Seals a message's words. The context ties them to their row. */
export function sealContent(keys: Keys, id: string, words: SupportContent, random: Random): Buffer {
  return sealText(keys.support, `support:${id}:content`, JSON.stringify(words), random);
}

/** The words `sealContent` was given. Throws `SealBroken`. */
export function openContent(keys: Keys, id: string, sealed: Buffer): SupportContent {
  return content.parse(JSON.parse(openText(keys.support, `support:${id}:content`, sealed)));
}

export function sealReply(keys: Keys, id: string, text: string, random: Random): Buffer {
  return sealText(keys.support, `support-reply:${id}`, text, random);
}

export function openReply(keys: Keys, id: string, sealed: Buffer): string {
  return openText(keys.support, `support-reply:${id}`, sealed);
}
