import type { MessageParams } from './message-params.ts';

/** Health probes in the order of the screen. Their names are in `text/<language>/health.ts`. */
export const probeNames = [
  'database',
  'api',
  'authentication',
  'storage',
  'queue',
  'sms',
  'mail',
  'disk',
  'keys',
  'audit',
  'anchors',
  'audit-stream',
  'scanner',
  'payments',
  'billing',
  'second-factor',
] as const;
export type ProbeName = (typeof probeNames)[number];

/** Checks whether this version knows the probe. A later version may store or send others. */
export function isProbeName(name: unknown): name is ProbeName {
  return probeNames.some((probe) => probe === name);
}

/** `warning`: it works but needs attention. `failed`: it does not work, or users are affected. */
export const healthStates = ['ok', 'warning', 'failed'] as const;
export type HealthState = (typeof healthStates)[number];

/**
 * All results of probes, each with its state. Their texts are in `text/<language>/health.ts`. Parameters are codes, counts,
 * sizes, hosts and folders.
 */
export const findings = {
  'database-well': 'ok',
  'database-slow': 'warning',
  'database-failed': 'failed',
  'api-well': 'ok',
  'api-quiet': 'ok',
  'api-slow': 'warning',
  'api-failing': 'warning',
  'api-failed': 'failed',
  'authentication-well': 'ok',
  'authentication-slow': 'warning',
  'authentication-failed': 'failed',
  'storage-well': 'ok',
  'storage-slow': 'warning',
  'storage-failed': 'failed',
  'queue-well': 'ok',
  'queue-late': 'warning',
  'queue-stuck': 'failed',
  'queue-dead': 'warning',
  'queue-failed': 'failed',
  'sms-well': 'ok',
  'sms-slow': 'warning',
  'sms-troubled': 'warning',
  'sms-half': 'warning',
  'sms-spent': 'failed',
  'sms-files': 'warning',
  'sms-nobody': 'failed',
  'sms-failed': 'failed',
  'mail-well': 'ok',
  'mail-slow': 'warning',
  'mail-troubled': 'warning',
  'mail-files': 'ok',
  'mail-nobody': 'warning',
  'mail-failed': 'failed',
  'disk-well': 'ok',
  'disk-low': 'warning',
  'disk-full': 'failed',
  'disk-failed': 'failed',
  'keys-apart': 'ok',
  'keys-rotating': 'warning',
  'keys-beside': 'warning',
  'keys-beside-https': 'failed',
  'keys-replaced': 'failed',
  'keys-unreachable': 'warning',
  'keys-open': 'failed',
  'keys-missing': 'failed',
  'keys-failed': 'failed',
  'audit-well': 'ok',
  'audit-restored': 'warning',
  'audit-restored-earlier': 'ok',
  'audit-late': 'failed',
  'audit-unsigned': 'failed',
  'audit-failed': 'failed',
  'anchors-well': 'ok',
  'anchors-optional': 'ok',
  'anchors-missing': 'failed',
  'anchors-late': 'failed',
  'anchors-behind': 'failed',
  'anchors-unread': 'warning',
  'anchors-silent': 'failed',
  'anchors-failed': 'failed',
  'stream-well': 'ok',
  'stream-late': 'failed',
  'stream-ahead': 'failed',
  'stream-failed': 'failed',
  'scanner-well': 'ok',
  'scanner-undated': 'warning',
  'scanner-old': 'warning',
  'scanner-limited': 'warning',
  'scanner-late': 'warning',
  'scanner-missing': 'warning',
  'scanner-elsewhere': 'warning',
  'scanner-failed': 'failed',
  'payments-well': 'ok',
  'payments-test': 'warning',
  'payments-late': 'failed',
  'payments-events': 'warning',
  'payments-failed': 'failed',
  'billing-well': 'ok',
  'billing-unconfirmed': 'warning',
  'billing-no-account': 'failed',
  'billing-off': 'failed',
  'books-unbalanced': 'failed',
  'numbers-missing': 'failed',
  'fiscal-behind': 'failed',
  'fiscal-unasked': 'failed',
  'bank-lines-old': 'warning',
  'fiscal-rejected': 'failed',
  'fiscal-late': 'failed',
  'second-factor-well': 'ok',
  'second-factor-missing': 'warning',
  'second-factor-failed': 'failed',
  'passkeys-elsewhere': 'failed',
  'no-answer': 'failed',
} as const satisfies Record<string, HealthState>;
export type FindingCode = keyof typeof findings;

/** The result of one run of a probe. */
export interface Finding {
  code: FindingCode;
  params: MessageParams;
}

export function isFindingCode(code: unknown): code is FindingCode {
  return typeof code === 'string' && Object.hasOwn(findings, code);
}
