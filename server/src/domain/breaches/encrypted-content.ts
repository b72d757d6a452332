import type { BreachNoticeKind } from '@medcloud/contract';
import * as z from 'zod';
import { decryptText, encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Random } from '../../platform/ids/random.ts';
import type { AppKeys } from '../keys/app-keys.ts';

/** The texts of a record, which may mention persons and weaknesses. */
const contentShape = z.object({
  title: z.string(),
  description: z.string(),
  noticedBy: z.string(),
  noticedReasons: z.array(z.string()).optional(),
  consequences: z.string().optional(),
  measures: z.string().optional(),
  contact: z.string().optional(),
});
export type BreachContent = z.infer<typeof contentShape>;

type Keys = Pick<AppKeys, 'breaches'>;

/** Encrypts a record's texts. The context binds them to their row. */
export function encryptContent(keys: Keys, id: string, content: BreachContent, random: Random): Buffer {
  return encryptText(keys.breaches, `breach:${id}:content`, JSON.stringify(contentShape.parse(content)), random);
}

/** Decrypts the texts encrypted by `encryptContent`. Throws `DecryptionError`. */
export function decryptContent(keys: Keys, id: string, encrypted: Buffer): BreachContent {
  return contentShape.parse(JSON.parse(decryptText(keys.breaches, `breach:${id}:content`, encrypted)));
}

/** Encrypts the reason of a notice's decision or of the closing. */
export function encryptReason(keys: Keys, id: string, of: BreachNoticeKind | 'close', text: string, random: Random) {
  return encryptText(keys.breaches, `breach:${id}:${of}`, text, random);
}

/** Decrypts the reason encrypted by `encryptReason`; null for none. Throws `DecryptionError`. */
export function decryptReason(keys: Keys, id: string, of: BreachNoticeKind | 'close', encrypted: Buffer | null) {
  return encrypted === null ? null : decryptText(keys.breaches, `breach:${id}:${of}`, encrypted);
}
