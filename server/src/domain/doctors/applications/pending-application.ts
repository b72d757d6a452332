import { accountShapes } from '@medcloud/contract';
import * as z from 'zod';
import { decryptText, encryptText } from '../../../platform/crypto/encrypt-value.ts';
import type { AppContext } from '../../core/context.ts';

const application = z.object({ form: accountShapes.doctorApplication, passwordHash: z.string() });
export type PendingApplication = z.output<typeof application>;

/** Encrypts an application until it is confirmed, bound to its row. */
export function encryptApplication(
  { keys, random }: Pick<AppContext, 'keys' | 'random'>,
  id: string,
  value: PendingApplication,
): Buffer {
  return encryptText(keys.outbox, `signup:${id}`, JSON.stringify(value), random);
}

export function decryptApplication(
  { keys }: Pick<AppContext, 'keys'>,
  id: string,
  encrypted: Buffer,
): PendingApplication {
  return application.parse(JSON.parse(decryptText(keys.outbox, `signup:${id}`, encrypted)));
}
