import * as z from 'zod';
import { breachNoticeKinds, breachNoticeStates, breachScopeKinds, breachStates } from '../choices.ts';
import { languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { alarmKinds } from './alarms.ts';
import { instant, line, lines, optional, paging, requiredString, strictObject, text } from './common.ts';

export type BreachState = (typeof breachStates)[number];
export type BreachScopeKind = (typeof breachScopeKinds)[number];
export type BreachNoticeKind = (typeof breachNoticeKinds)[number];
export type BreachNoticeState = (typeof breachNoticeStates)[number];

const dayMs = 86_400_000;

/** A required instant. A missing one and one that is no time have their own messages. */
const time = requiredString(issueCode('required'))
  .min(1, { error: issueCode('required'), abort: true })
  .pipe(z.iso.datetime({ error: issueCode('date_invalid') }));
const longText = optional(lines(limits.breachTextMax));

const factFields = {
  title: text(issueCode('required'), limits.breachTitleMax),
  /** What happened. */
  description: lines(limits.breachTextMax, issueCode('required')),
  happenedFrom: time,
  happenedUntil: optional(time),
  /** When the operator became aware of it: the start of the 72 hours (GDPR 33). */
  noticedAt: time,
  noticedBy: text(issueCode('required')),
  /** GDPR 33(3): likely consequences, measures, and who gives more information. */
  consequences: longText,
  measures: longText,
  contact: optional(line(limits.addressMax)),
  /** A high risk to the persons, who must then be told (GDPR 34). */
  highRisk: z.boolean(),
  scopeKind: z.enum(breachScopeKinds),
  /**
   * Of an account: email, center ID or id. Of a session or token: its name in the audit log, its id, or its secret,
   * which is not stored.
   */
  scopeSubject: optional(line(limits.searchMax)),
  scopeFrom: optional(time),
  scopeTo: optional(time),
} as const;

interface Spans {
  happenedFrom: string;
  happenedUntil?: string | undefined;
  noticedAt: string;
  scopeKind: BreachScopeKind;
  scopeSubject?: string | undefined;
  scopeFrom?: string | undefined;
  scopeTo?: string | undefined;
}

const isBefore = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && Date.parse(one) < Date.parse(other);

/** Yields the fields that contradict each other, with their issues. */
function* contradictions(facts: Spans): Generator<[keyof Spans, string]> {
  const { happenedFrom, happenedUntil, noticedAt, scopeKind, scopeSubject, scopeFrom, scopeTo } = facts;
  if (isBefore(happenedUntil, happenedFrom)) yield ['happenedUntil', issueCode('end_before_start')];
  if (isBefore(noticedAt, happenedFrom)) yield ['noticedAt', issueCode('noticed_before')];
  if (isBefore(scopeTo, scopeFrom)) yield ['scopeTo', issueCode('end_before_start')];
  if (scopeKind !== 'period') {
    if (scopeSubject === undefined) yield ['scopeSubject', issueCode('breach_subject_required')];
    return;
  }
  if (scopeFrom === undefined) yield ['scopeFrom', issueCode('required')];
  if (scopeTo === undefined) yield ['scopeTo', issueCode('required')];
  if (scopeFrom === undefined || scopeTo === undefined) return;
  if (Date.parse(scopeTo) - Date.parse(scopeFrom) > limits.breachPeriodMaxDays * dayMs)
    yield ['scopeTo', issueCode('breach_period_long', limits.breachPeriodMaxDays)];
}

function checkSpans(facts: Spans, check: z.RefinementCtx): void {
  for (const [field, message] of contradictions(facts)) check.addIssue({ code: 'custom', path: [field], message });
}

/** The facts of a breach. */
const breachFacts = strictObject(factFields);
export type BreachFacts = z.output<typeof breachFacts>;

/** Changed facts. `noticedReason` is required if the breach is now said to have been noticed later. */
export const breachChange = strictObject({
  ...factFields,
  noticedReason: optional(lines(limits.reasonMax)),
}).superRefine(checkSpans);
export type BreachChange = z.output<typeof breachChange>;

/** The facts of a new record, and the alarm that showed it. */
export const breachOpening = strictObject({ ...factFields, alarmId: optional(z.uuid()) }).superRefine(checkSpans);
export type BreachOpening = z.output<typeof breachOpening>;

export const breachesQuery = z.object({ state: optional(z.enum(breachStates)), ...paging });
export type BreachesQuery = z.output<typeof breachesQuery>;

/** A notice to the authority or to the persons. `dueAt` is null if it is not required. */
const notice = z.object({
  state: z.enum(breachNoticeStates),
  dueAt: instant.nullable(),
  /** When it was due by the earliest time at which the breach was said to have been noticed; null if that is `dueAt`. */
  earlierDueAt: instant.nullable(),
  /** When they were notified. */
  at: instant.nullable(),
  /** Why it was late or is not needed. */
  reason: z.string().nullable(),
  decidedAt: instant.nullable(),
  /** The administrator's email. */
  decidedBy: z.string().nullable(),
});
export type BreachNotice = z.infer<typeof notice>;

export const breachSummary = z.object({
  id: z.string(),
  state: z.enum(breachStates),
  title: z.string(),
  noticedAt: instant,
  highRisk: z.boolean(),
  authority: notice,
  persons: notice,
});
export type BreachSummary = z.infer<typeof breachSummary>;

export const breach = breachSummary.extend({
  description: z.string(),
  happenedFrom: instant,
  happenedUntil: instant.nullable(),
  noticedBy: z.string(),
  /** Why the time of noticing was moved later, oldest first. */
  noticedReasons: z.array(z.string()),
  consequences: z.string().nullable(),
  measures: z.string().nullable(),
  contact: z.string().nullable(),
  scopeKind: z.enum(breachScopeKinds),
  /** An account's email, or a session's or token's name in the audit log. */
  scopeSubject: z.string().nullable(),
  scopeFrom: instant.nullable(),
  scopeTo: instant.nullable(),
  alarm: z.object({ id: z.string(), kind: z.enum(alarmKinds), raisedAt: instant }).nullable(),
  openedAt: instant,
  openedBy: z.string(),
  closedAt: instant.nullable(),
  closedBy: z.string().nullable(),
  closeReason: z.string().nullable(),
});
export type Breach = z.infer<typeof breach>;

/** Whom a breach touches, as the audit log shows now. */
export const breachExtent = z.object({
  patients: z.number().int(),
  events: z.number().int(),
  /** Centers of these patients, at most 500, most patients first. */
  centers: z.array(z.object({ id: z.string(), name: z.string(), centerId: z.string(), patients: z.number().int() })),
  /** Lists and searches: the audit log has the number of patients found, not who they are. */
  lists: z.array(
    z.object({ event: z.string(), times: z.number().int(), first: instant, last: instant, most: z.number().int() }),
  ),
});
export type BreachExtent = z.infer<typeof breachExtent>;

export const breachPatientsQuery = z.object(paging);

/** A patient whose data was viewed, downloaded or changed. Public ids only. */
export const breachPatient = z.object({
  /** The audit log's pseudonym. */
  id: z.string(),
  /** Null if the patient no longer exists. */
  patientId: z.string().nullable(),
  centerId: z.string().nullable(),
  first: instant,
  last: instant,
  events: z.number().int(),
  exams: z.number().int(),
  /** Keys of `auditEvents`. */
  what: z.array(z.string()),
});
export type BreachPatient = z.infer<typeof breachPatient>;

/** A draft of a notice as plain text. */
export const breachDraft = z.object({
  notice: z.enum(breachNoticeKinds),
  language: z.enum(languages),
  title: z.string(),
  text: z.string(),
});
export type BreachDraft = z.infer<typeof breachDraft>;

/** A notice was sent. `reason` is required if it was late. */
export const breachNotification = strictObject({
  notice: z.enum(breachNoticeKinds),
  at: time,
  reason: optional(lines(limits.breachTextMax)),
});
export type BreachNotification = z.output<typeof breachNotification>;

export const breachWaiver = strictObject({
  notice: z.enum(breachNoticeKinds),
  reason: lines(limits.breachTextMax, issueCode('reason_required')),
});
export type BreachWaiver = z.output<typeof breachWaiver>;

export const breachClosing = strictObject({ reason: lines(limits.breachTextMax, issueCode('reason_required')) });
