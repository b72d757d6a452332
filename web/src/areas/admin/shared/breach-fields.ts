import type { Alarm } from '@medcloud/contract/shapes/alarms';
import type { Breach, BreachScopeKind } from '@medcloud/contract/shapes/breaches';
import { toLocalTime } from '../../../lib/dates.ts';

/** The fields of the form. Times are as the field has them, `YYYY-MM-DDTHH:MM` in the user's zone. */
export interface BreachFields {
  title: string;
  description: string;
  happenedFrom: string;
  happenedUntil: string;
  noticedAt: string;
  noticedBy: string;
  /** Why it was noticed later than the record said; empty otherwise. */
  noticedReason: string;
  highRisk: 'yes' | 'no';
  consequences: string;
  measures: string;
  contact: string;
  scopeKind: BreachScopeKind;
  scopeSubject: string;
  scopeFrom: string;
  scopeTo: string;
}

/** Returns a time of a field in milliseconds. NaN if it is none: `Date` alone would read `03/11/2026` as 11 March. */
export function parseLocalTime(localTime: string): number {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(localTime) ? Date.parse(localTime) : Number.NaN;
}

/** Returns a time of a field as the API takes it. What is no time stays as it is, and is refused there. */
export function toInstant(localTime: string): string {
  const time = parseLocalTime(localTime);
  return Number.isNaN(time) ? localTime : new Date(time).toISOString();
}

const timeFields = ['happenedFrom', 'happenedUntil', 'noticedAt', 'scopeFrom', 'scopeTo'] as const;

/** Returns the form's values as the API takes them. A period names no account. */
export function toFacts(fields: BreachFields): Record<string, unknown> {
  const times = Object.fromEntries(timeFields.map((name) => [name, toInstant(fields[name])]));
  const scopeSubject = fields.scopeKind === 'period' ? '' : fields.scopeSubject;
  return { ...fields, ...times, scopeSubject, highRisk: fields.highRisk === 'yes' };
}

/** The fields of a new record, noticed now. The risk is high unless the administrator says otherwise. */
export function newFields(now: number): BreachFields {
  return {
    title: '',
    description: '',
    happenedFrom: '',
    happenedUntil: '',
    noticedAt: toLocalTime(new Date(now)),
    noticedBy: '',
    noticedReason: '',
    highRisk: 'yes',
    consequences: '',
    measures: '',
    contact: '',
    scopeKind: 'account',
    scopeSubject: '',
    scopeFrom: '',
    scopeTo: '',
  };
}

/** The fields of a record from an alarm: what it says, when it was raised, and whose actions raised it. */
export function fieldsOfAlarm(alarm: Alarm, words: { title: string; text: string }, now: number): BreachFields {
  return {
    ...newFields(now),
    title: words.title,
    description: words.text,
    happenedFrom: toLocalTime(alarm.raisedAt),
    scopeSubject: alarm.account?.email ?? '',
  };
}

/** The fields of a record that is changed. */
export function fieldsOf(breach: Breach): BreachFields {
  const time = (instant: string | null) => (instant === null ? '' : toLocalTime(instant));
  return {
    title: breach.title,
    description: breach.description,
    happenedFrom: time(breach.happenedFrom),
    happenedUntil: time(breach.happenedUntil),
    noticedAt: time(breach.noticedAt),
    noticedBy: breach.noticedBy,
    noticedReason: '',
    highRisk: breach.highRisk ? 'yes' : 'no',
    consequences: breach.consequences ?? '',
    measures: breach.measures ?? '',
    contact: breach.contact ?? '',
    scopeKind: breach.scopeKind,
    scopeSubject: breach.scopeSubject ?? '',
    scopeFrom: time(breach.scopeFrom),
    scopeTo: time(breach.scopeTo),
  };
}
