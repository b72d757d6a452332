import { type AlarmKind, alarmKinds } from '@medcloud/contract';
import type { AuditActorKind, AuditEventName, AuditOutcome } from '@medcloud/contract/operations/audit-events';

/** What one alarm is about. At most one of a kind and subject is open. */
export type AlarmSubject = 'account' | 'center' | 'doctor' | 'installation' | 'network' | 'session' | 'token';

/** Which events of the audit log a rule counts. Omitted conditions match every event. */
export interface WatchedEvent {
  readonly event: AuditEventName;
  readonly outcome: AuditOutcome;
  readonly actor?: AuditActorKind;
  /** A detail that the event has. */
  readonly detail?: string;
  /** A detail that the event does not have. */
  readonly withoutDetail?: string;
  /** Its `details.cause`. */
  readonly cause?: string;
  /** Causes (`details.code`) that are not counted. */
  readonly withoutCodes?: readonly string[];
  /** The account had such an event before, with or without the detail. */
  readonly isRepeated?: true;
}

/**
 * - `act`: the act that is watched counts in its own transaction and raises the alarm.
 * - `events`: `watch-events.ts` counts events of the last `windowSeconds`: each one, or different accounts or patients.
 *   `records` counts requests for images once a record, because one open viewer sends hundreds, and a list's request for
 *   images of exams that the account never knew once an exam.
 * - `accesses`: `watch-events.ts` compares the exams that an account or a session opened on a day with what is usual for
 *   the account (`count-events.ts`); the alarm needs both the threshold and `timesUsual` times that. From `ceiling`, it is
 *   raised whatever is usual. Ten exams whose images an account saw in lists count as one (`imagesPerExam`).
 */
export type AlarmSource =
  | { readonly by: 'act' }
  | {
      readonly by: 'events';
      readonly of: WatchedEvent;
      readonly counts: 'events' | 'accounts' | 'patients' | 'records';
    }
  | { readonly by: 'accesses'; readonly timesUsual: number; readonly ceiling?: number };

export interface AlarmRule {
  readonly subject: AlarmSubject;
  readonly source: AlarmSource;
  readonly threshold: number;
  readonly windowSeconds: number;
  /** Administrators get a mail of each rule. True: the account that the alarm is about gets one too. */
  readonly mailsAccount: boolean;
  /**
   * - `tell`: the alarm and its mails.
   * - `pause`: the doctor's new requests wait until an administrator has seen the alarm.
   * - `hold`: the account's sessions end, and it cannot sign in until an administrator releases it. An administrator's
   *   account is never held.
   */
  readonly action: 'tell' | 'pause' | 'hold';
}

const hour = 3_600;
const day = 86_400;
const act = { by: 'act' } as const;

/** Counts failed sign-ins by the accounts that were tried. An unknown account is another one each time. */
const failedSignIns = { by: 'events', of: { event: 'login', outcome: 'failure' }, counts: 'accounts' } as const;

/** Denials that ask the user for something, or that an account without a subscription meets on its own pages. */
const uncountedDenials = [
  'step_up_required',
  'password_change_required',
  'code_required',
  'doctor_not_verified',
  'subscription_required',
];

/** An act raises it about an account, for administrators alone. */
const ofAccountAct = {
  subject: 'account',
  source: act,
  threshold: 1,
  windowSeconds: day,
  mailsAccount: false,
  action: 'tell',
} as const;

/**
 * All alarms. Thresholds are above ordinary use: a year of the demonstration raises none (`demo.deep.test.ts`). Only
 * `mass_access` and `account_mass_access` hold: a false hold keeps a hospital from its images, so it takes what no
 * ordinary day contains.
 */
export const alarmRules = {
  codes_burnt: {
    subject: 'doctor',
    source: act,
    threshold: 3,
    windowSeconds: day,
    mailsAccount: true,
    action: 'pause',
  },
  // No mail to the doctor: it would say that the numbers are unknown (security 2, attack 12).
  unknown_numbers: {
    subject: 'doctor',
    source: act,
    threshold: 5,
    windowSeconds: day,
    mailsAccount: false,
    action: 'tell',
  },
  many_downloads: {
    subject: 'doctor',
    source: act,
    threshold: 100,
    windowSeconds: day,
    mailsAccount: true,
    action: 'tell',
  },
  // Thresholds of SMS are parts of SMS_PER_DAY.
  sms_half: {
    subject: 'installation',
    source: act,
    threshold: 0.5,
    windowSeconds: day,
    mailsAccount: false,
    action: 'tell',
  },
  sms_spent: {
    subject: 'installation',
    source: act,
    threshold: 1,
    windowSeconds: day,
    mailsAccount: false,
    action: 'tell',
  },
  infected_file: {
    subject: 'center',
    source: act,
    threshold: 1,
    windowSeconds: day,
    mailsAccount: true,
    action: 'tell',
  },
  payments: ofAccountAct,
  payment_undecided: ofAccountAct,
  payment_provider: {
    subject: 'installation',
    source: act,
    threshold: 1,
    windowSeconds: day,
    mailsAccount: false,
    action: 'tell',
  },
  document_refused: ofAccountAct,
  sign_in_guesses: {
    subject: 'network',
    source: failedSignIns,
    threshold: 15,
    windowSeconds: hour,
    mailsAccount: false,
    action: 'tell',
  },
  spread_guesses: {
    subject: 'installation',
    source: failedSignIns,
    threshold: 100,
    windowSeconds: hour,
    mailsAccount: false,
    action: 'tell',
  },
  new_browser: {
    subject: 'session',
    source: {
      by: 'events',
      of: { event: 'login', outcome: 'success', actor: 'admin', detail: 'newBrowser', isRepeated: true },
      counts: 'events',
    },
    threshold: 1,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  amka_reveals: {
    subject: 'account',
    source: { by: 'events', of: { event: 'amka_revealed', outcome: 'success' }, counts: 'events' },
    threshold: 21,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  // of an account, because each sign-in and each token is a session of its own
  unusual_access: {
    subject: 'account',
    source: { by: 'accesses', timesUsual: 5, ceiling: 1_000 },
    threshold: 100,
    windowSeconds: day,
    mailsAccount: true,
    action: 'tell',
  },
  mass_access: {
    subject: 'session',
    source: { by: 'accesses', timesUsual: 10 },
    threshold: 300,
    windowSeconds: day,
    mailsAccount: true,
    action: 'hold',
  },
  // for who signs in again before a session reaches the limit of `mass_access`, or uses many tokens
  account_mass_access: {
    subject: 'account',
    source: { by: 'accesses', timesUsual: 10 },
    threshold: 1_000,
    windowSeconds: day,
    mailsAccount: true,
    action: 'hold',
  },
  denials: {
    subject: 'account',
    source: {
      by: 'events',
      of: { event: 'denied', outcome: 'denied', withoutCodes: uncountedDenials },
      counts: 'records',
    },
    threshold: 31,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  token_network: {
    subject: 'token',
    source: { by: 'events', of: { event: 'api_token_network', outcome: 'success' }, counts: 'events' },
    threshold: 1,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  audit_exports: {
    subject: 'session',
    source: { by: 'events', of: { event: 'audit_exported', outcome: 'success' }, counts: 'events' },
    threshold: 1,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  passkey_copied: {
    subject: 'account',
    source: { by: 'events', of: { event: 'login', outcome: 'failure', detail: 'copiedPasskey' }, counts: 'events' },
    threshold: 1,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  password_known: {
    subject: 'account',
    source: { by: 'events', of: { event: 'login', outcome: 'failure', cause: 'factor_missing' }, counts: 'events' },
    threshold: 3,
    windowSeconds: hour,
    mailsAccount: true,
    action: 'tell',
  },
  center_unpaid: {
    subject: 'center',
    source: act,
    threshold: 1,
    windowSeconds: day,
    mailsAccount: false,
    action: 'tell',
  },
  grants_revoked: {
    subject: 'center',
    source: {
      by: 'events',
      of: { event: 'consent_revoked', outcome: 'success', withoutDetail: 'replacedBy' },
      counts: 'patients',
    },
    threshold: 20,
    windowSeconds: day,
    mailsAccount: true,
    action: 'tell',
  },
} as const satisfies Record<AlarmKind, AlarmRule>;

/** Events that open an exam, or show images in a list (with the detail `images`). Rules about accesses count them. */
export const accessEvents = [
  'exam_downloaded',
  'exam_viewed',
  'exams_listed',
] as const satisfies readonly AuditEventName[];

/**
 * How many exams an account sees as a small image in lists (96 pixels) for one that counts as opened. A day of lists with
 * 300 different exams adds 30; a script that fetches the images of 1,000 is noticed as if it had opened 100.
 */
export const imagesPerExam = 10;

/** A rule with the kind of its alarms. */
export type KindRule<By extends AlarmSource['by'] = AlarmSource['by']> = AlarmRule & {
  readonly kind: AlarmKind;
  readonly source: Extract<AlarmSource, { by: By }>;
};

const getRule = (kind: AlarmKind): AlarmRule => alarmRules[kind];

/** The rules that count events of the audit log. */
export const eventRules: readonly KindRule<'events'>[] = alarmKinds.flatMap((kind) => {
  const { source, ...rule } = getRule(kind);
  return source.by === 'events' ? [{ kind, ...rule, source }] : [];
});

/** The rules that compare accesses with the account's usual ones. */
export const accessRules: readonly KindRule<'accesses'>[] = alarmKinds.flatMap((kind) => {
  const { source, ...rule } = getRule(kind);
  return source.by === 'accesses' ? [{ kind, ...rule, source }] : [];
});

type Rules = typeof alarmRules;

/** Kinds whose alarms are also mailed to the account that they are about. */
export type AccountMailKind = {
  [Kind in AlarmKind]: Rules[Kind]['mailsAccount'] extends true ? Kind : never;
}[AlarmKind];

export const isMailedToAccount = (kind: AlarmKind): kind is AccountMailKind => getRule(kind).mailsAccount;

/** All events that a rule counts: those that the trigger `watch_event` lists (audit/sql/triggers.sql). */
export const watchedEvents: readonly AuditEventName[] = [
  ...new Set([...eventRules.map(({ source }) => source.of.event), ...accessEvents]),
].toSorted();
