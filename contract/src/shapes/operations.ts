import * as z from 'zod';
import { healthStates } from '../operations/health.ts';
import { messageChannels, messageStates } from '../operations/messages.ts';
import { eventLevels } from '../operations/system-events.ts';
import { instant, optional, paging, searchText } from './common.ts';

const params = z.record(z.string(), z.union([z.string(), z.number()]));
const bytes = z.number().int().nonnegative();

/** One hour of a probe's last day: number of checks, warnings and failures. */
const healthHour = z.object({
  hour: instant,
  checks: z.number().int(),
  warnings: z.number().int(),
  failures: z.number().int(),
  slowestMs: z.number(),
});
export type HealthHour = z.infer<typeof healthHour>;

export const probe = z.object({
  /** One of `probeNames`. */
  name: z.string(),
  /** False only if the state is `failed`; a warning is still ok. */
  ok: z.boolean(),
  /** The finding in English. */
  detail: z.string(),
  state: z.enum(healthStates),
  /** A key of `findings`. `params` are the parameters of its message. */
  code: z.string(),
  params,
  tookMs: z.number().nonnegative(),
  /** The hours of the last 24 with checks, oldest first. */
  hours: z.array(healthHour),
});
export type Probe = z.infer<typeof probe>;

export const systemInfo = z.object({
  storage: z.object({
    type: z.enum(['Local Storage', 'S3']),
    isCloudStorage: z.boolean(),
    used: bytes,
    /** Null if the store does not report it, such as a bucket. */
    available: bytes.nullable(),
    fileCount: z.number().int().nonnegative(),
    /** Days until the storage is full at the rate of the last 30 days; null without a rate or a limit. */
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
  /** The message in English. */
  message: z.string(),
  source: z.string(),
  /** A key of `systemEvents`. `params` are the parameters of its message. */
  code: z.string(),
  params,
  /** Number of equal events that this entry combines, within one or two seconds. */
  times: z.number().int().positive(),
});
export type SystemLogEntry = z.infer<typeof systemLogEntry>;

export const messageQuery = z.object({
  channel: optional(z.enum(messageChannels)),
  state: optional(z.enum(messageStates)),
  ...paging,
});

/** A message's delivery, without text and recipient. The recipient is encrypted and deleted together with the text. */
export const messageDelivery = z.object({
  id: z.string(),
  /** One of `messageKinds`. */
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
