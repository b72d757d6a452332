import { accountShapes } from '@medcloud/contract';
import * as z from 'zod';
import { openText, sealText } from '../../platform/crypto/sealing.ts';
import type { Portal } from '../portal/portal.ts';

const application = z.object({ form: accountShapes.doctorApplication, passwordHash: z.string() });
export type SealedApplication = z.output<typeof application>;

/** An application as it waits for its confirmation: unreadable in the database, and bound to its row. */
export function sealApplication(
  { keys, random }: Pick<Portal, 'keys' | 'random'>,
  id: string,
  value: SealedApplication,
): Buffer {
  return sealText(keys.outbox, `signup:${id}`, JSON.stringify(value), random);
}

export function openApplication({ keys }: Pick<Portal, 'keys'>, id: string, sealed: Buffer): SealedApplication {
  return application.parse(JSON.parse(openText(keys.outbox, `signup:${id}`, sealed)));
}
