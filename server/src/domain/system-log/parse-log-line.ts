import type { MessageParams } from '@medcloud/contract/operations/message-params';
import type { SystemEventCode } from '@medcloud/contract/operations/system-events';
import * as z from 'zod';

/** The system event of a line of the process log. */
export interface ParsedLogLine {
  code: SystemEventCode;
  params: MessageParams;
}

// Names, codes and route templates as programs write them. Anything else may be a person's words and is dropped.
const programWord = z.string().regex(/^[\w.:-]{1,60}$/);
const routeTemplate = z.string().regex(/^\/[\w/:.*-]{0,150}$/);

const lineShape = z.object({
  level: z.number(),
  msg: z.string().optional(),
  err: z
    .object({ type: programWord.optional().catch(undefined), code: programWord.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  route: routeTemplate.optional().catch(undefined),
  event: programWord.optional().catch(undefined),
  job: programWord.optional().catch(undefined),
  attempt: z.number().optional().catch(undefined),
  isDead: z.boolean().optional().catch(undefined),
});
type LogLine = z.infer<typeof lineShape>;

/** What the queue's log lines say as their message. */
const queueComponent = 'queue';

const errorLevel = 50; // pino's level number of `error`

/**
 * Parses a line of level `warn` or above to a system event; null if it is not a log line. Only the properties named
 * here are used, and only if they look like a program's identifiers. Lines are recognized by their `event`, and the
 * queue's by their component; messages are never copied.
 */
export function parseLogLine(text: string): ParsedLogLine | null {
  const result = lineShape.safeParse(parseJson(text));
  if (!result.success) return null;
  const { data } = result;
  const error = errorOf(data);
  switch (data.event) {
    case 'request_failed':
      return { code: 'request-failed', params: { route: data.route ?? '?', error } };
    case 'connection_lost':
      return { code: 'connection-lost', params: { error } };
    case 'annotations_damaged':
      return { code: 'annotations-damaged', params: { error } };
    case 'events_wait':
      return { code: 'events-wait', params: { error } };
    default:
      if (data.msg === queueComponent) return queueEvent(data, error);
      return { code: data.level >= errorLevel ? 'other-error' : 'other-warning', params: { error } };
  }
}

function queueEvent(data: LogLine, error: string): ParsedLogLine {
  const job = data.job ?? '?';
  if (data.event === 'job_failed')
    return data.isDead
      ? { code: 'job-dead', params: { job, attempts: data.attempt ?? 0, error } }
      : { code: 'job-failed', params: { job, error } };
  if (data.event === 'lease_lost') return { code: 'job-lease-lost', params: { job } };
  return { code: 'queue-database-failed', params: { error } };
}

function errorOf({ err }: LogLine): string {
  return [err?.type, err?.code].filter(Boolean).join(' ') || '?';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // not one of our lines; the process log contains it
  }
}
