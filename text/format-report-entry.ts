import type { AccessReportEntry } from '@medcloud/contract/shapes/access-report';
import { hasText, type Translator } from './translate.ts';

/** The texts of a report's entries. `events` names kinds without an own text as the audit log does. */
export interface ReportTexts {
  report: Translator<'audit/access-report'>;
  acts: Translator<'audit/access-report.acts'>;
  events: Translator<'audit.events'>;
}

/** Says what an entry's actor did: "Viewed 212 images". A kind of a later version keeps its own name. */
export function formatReportAct(
  { report, acts, events }: ReportTexts,
  { event, images, isComplete }: Pick<AccessReportEntry, 'event' | 'images' | 'isComplete'>,
): string {
  if (images !== null) return report('viewedImages', { count: images });
  if (isComplete === false) return report('downloadEnded');
  if (hasText<'audit/access-report.acts'>(acts, event)) return acts(event);
  return hasText<'audit.events'>(events, event) ? events(event) : event;
}

/** Says under which consent a doctor acted; empty if none was needed. `day` formats an instant's day. */
export function formatReportConsent(
  { report }: Pick<ReportTexts, 'report'>,
  consent: AccessReportEntry['consent'],
  day: (instant: string) => string,
): string {
  if (consent === null) return '';
  const { status, grantedAt, expiresAt, endedAt } = consent;
  const until = day(endedAt ?? expiresAt);
  if (grantedAt !== null && status !== 'pending' && status !== 'denied')
    return report(`consent.${status}`, { from: day(grantedAt), until });
  return report(status === 'pending' || status === 'denied' ? `consent.${status}` : 'consent.unanswered', { until });
}
