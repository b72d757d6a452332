import * as z from 'zod';
import { healthStates } from '../operations/health.ts';
import { messageChannels, messageStates } from '../operations/messages.ts';
import { eventLevels } from '../operations/system-events.ts';
import { instant, optional, paging, searchText } from './common.ts';

const params = z.record(z.string(), z.union([z.string(), z.number()]));
const bytes = z.number().int().nonnegative();

/** An hour of a probe's last day: how many looks were made, and how many were not well. */
const healthHour = z.object({
  hour: instant,
  checks: z.number().int(),
  warnings: z.number().int(),
  failures: z.number().int(),
  slowestMs: z.number(),
});
export type HealthHour = z.infer<typeof healthHour>;

export const probe = z.object({
  /** A key of `probeNames`. */
  name: z.string(),
  /** False only where something does not work or lets somebody down; a warning is still ok. */
  ok: z.boolean(),
  /** The finding in English. */
  detail: z.string(),
  state: z.enum(healthStates),
  /** A key of `findings`, and what fills its sentence in another language. */
  code: z.string(),
  params,
  tookMs: z.number().nonnegative(),
  /** The hours of the last 24 in which it was looked at, oldest first. */
  hours: z.array(healthHour),
});
export type Probe = z.infer<typeof probe>;

export const systemInfo = z.object({
  storage: z.object({
    type: z.enum(['Local Storage', 'S3']),
    isCloudStorage: z.boolean(),
    used: bytes,
    /** Null where the store does not say, as a bucket. */
    available: bytes.nullable(),
    fileCount: z.number().int().nonnegative(),
    /** Days until nothing is available at the pace of the last 30; null without a pace or a limit. */
    daysLeft: z.number().int().nonnegative().nullable(),
  }),
  health: z.array(probe),
  checkedAt: instant,
});
export type SystemInfo = z.infer<typeof systemInfo>;

export const systemLogQuery = z.object({
  level: optional(z.enum(eventLevels)),
  source: optional(z.string().max(40)),
  search: searchText,
  ...paging,
});

export const systemLogEntry = z.object({
  id: z.string(),
  timestamp: instant,
  level: z.enum(eventLevels),
  /** The sentence in English. */
  message: z.string(),
  source: z.string(),
  /** A key of `systemEvents`, and what fills its sentence in another language. */
  code: z.string(),
  params,
  /** How often the same happened within the second or two that this entry stands for. */
  times: z.number().int().positive(),
});
export type SystemLogEntry = z.infer<typeof systemLogEntry>;

export const messageQuery = z.object({
  channel: optional(z.enum(messageChannels)),
  state: optional(z.enum(messageStates)),
  ...paging,
});

/** A message's delivery: never its text, nor to whom it went (that is sealed with the text, and emptied with it). */
export const messageDelivery = z.object({
  id: z.string(),
  /** A key of `messageKinds`. */
  kind: z.string(),
  channel: z.enum(messageChannels),
  state: z.enum(messageStates),
  /** Failed attempts. */
  attempts: z.number().int().nonnegative(),
  /** Name and code of the last failure. */
  lastError: z.string().nullable(),
  createdAt: instant,
  doneAt: instant.nullable(),
});
export type MessageDelivery = z.infer<typeof messageDelivery>;

const countsByState = z.object({
  waiting: z.number().int(),
  sent: z.number().int(),
  failed: z.number().int(),
  expired: z.number().int(),
  superseded: z.number().int(),
  uncertain: z.number().int(),
});

/** Messages written in the last 24 hours, by their state now. */
export const messageCounts = z.object({ sms: countsByState, mail: countsByState });
export type MessageCounts = z.infer<typeof messageCounts>;
