import * as z from 'zod';
import { issueCode } from '../../validation-codes.ts';
import { instant, lines, strictObject } from '../common.ts';

/** How an administrator made sure who asks. */
export const recognitions = ['in_person', 'video', 'callback'] as const;
export type Recognition = (typeof recognitions)[number];

export const factorResetRequest = strictObject({
  recognizedBy: z.enum(recognitions),
  /** For the audit log and other administrators. */
  reason: lines(500, issueCode('required')),
});
export type FactorResetRequest = z.output<typeof factorResetRequest>;

/** A request to remove an account's second factor that has not ended. */
export const openFactorReset = z.object({
  recognizedBy: z.enum(recognitions),
  reason: z.string(),
  /** The address of the administrator who asked. */
  askedBy: z.string(),
  /** When the factor is removed, at the earliest. */
  effectiveAt: instant,
  /** Of an administrator's account: whether another administrator still has to confirm. */
  needsConfirmation: z.boolean(),
});
export type OpenFactorReset = z.infer<typeof openFactorReset>;
