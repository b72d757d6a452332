import type { Language } from '@medcloud/contract/languages';
import { isFindingCode, isProbeName } from '@medcloud/contract/operations/health';
import type { MessageParams } from '@medcloud/contract/operations/message-params';
import { isMessageKind } from '@medcloud/contract/operations/messages';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import type { MessagesOf } from './catalogue.ts';
import { formatError } from './format-error.ts';
import { formatFinding } from './format-finding.ts';
import { formatParams } from './format-params.ts';
import type { Translator } from './translate.ts';

interface EventTranslators {
  log: Translator<'system-log'>;
  health: Translator<'health'>;
}

type JobName = keyof MessagesOf<'system-log'>['jobs'];

/** The jobs of this version, each with a text. A job of another version keeps its own name. */
const jobNames = {
  'send-sms': true,
  'send-mail': true,
  'watch-doctor': true,
  'watch-alarms': true,
  'prepare-exam': true,
  'unprepared-exams': true,
  'make-frames': true,
  'scan-exam': true,
  'scan-tried-exam': true,
  'scan-stored-exam': true,
  'unscanned-exams': true,
  'release-unscanned': true,
  'invoice-pdf': true,
  'invoice-mail': true,
  'settle-bank-lines': true,
  fiscal: true,
  'fiscal-series': true,
  'check-vat': true,
  billing: true,
  'send-notifications': true,
  'charge-card': true,
  'refund-card': true,
  'payment-event': true,
  'sweep-payments': true,
  'replace-request': true,
  'empty-outbox': true,
  'sweep-objects': true,
  'sweep-system-log': true,
  'factor-resets': true,
  'purge-lapsed': true,
  'tell-looks': true,
  'seal-audit': true,
  'anchor-audit': true,
  'stream-audit': true,
  'check-health': true,
} as const satisfies Record<JobName, true>;

const isJobName = (name: string): name is JobName => Object.hasOwn(jobNames, name);

/** Formats an entry of the system log as text, with the names of kinds, jobs, probes and findings, and with causes. */
export function formatSystemEvent(
  { log, health }: EventTranslators,
  { code, params }: { code: SystemEventCode; params: MessageParams },
  language: Language,
): string {
  const { kind, probe, finding, ...rest } = params;
  const { error, job } = rest;
  const jobName = typeof job === 'string' ? job.replace(/^every:/, '') : '';
  const names: MessageParams = {
    ...(isMessageKind(kind) ? { kind: log(`kinds.${kind}`) } : {}),
    ...(typeof error === 'string' ? { error: formatError(health, error) } : {}),
    ...(isJobName(jobName) ? { job: log(`jobs.${jobName}`) } : {}),
    ...(isProbeName(probe) ? { probe: health(`probes.${probe}`) } : {}),
    ...(isFindingCode(finding) ? { finding: formatFinding(health, { code: finding, params: rest }, language) } : {}),
  };
  return log(`events.${code}`, formatParams(health, { ...params, ...names }, language));
}
