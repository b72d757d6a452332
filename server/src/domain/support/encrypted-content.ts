import * as z from 'zod';
import { decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';

/** The text of a support message and the sender's contact. */
const contentShape = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string().optional(),
  topic: z.string().optional(),
  message: z.string(),
});
export type SupportContent = z.infer<typeof contentShape>;

type Keys = Pick<AppKeys, 'support'>;

/** Encrypts a message's content. The context binds it to its row. */
export function encryptContent(keys: Keys, id: string, content: SupportContent, random: Random): Buffer {
  return encryptText(keys.support, `support:${id}:content`, JSON.stringify(content), random);
}

/** Decrypts the content encrypted by `encryptContent`. Throws `DecryptionError`. */
export function decryptContent(keys: Keys, id: string, encrypted: Buffer): SupportContent {
  return contentShape.parse(JSON.parse(decryptText(keys.support, `support:${id}:content`, encrypted)));
}

export function encryptReply(keys: Keys, id: string, text: string, random: Random): Buffer {
  return encryptText(keys.support, `support-reply:${id}`, text, random);
}

export function decryptReply(keys: Keys, id: string, encrypted: Buffer): string {
  return decryptText(keys.support, `support-reply:${id}`, encrypted);
}
