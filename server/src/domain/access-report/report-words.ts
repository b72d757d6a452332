import type { Language } from '@medcloud/contract/languages';
import type { ReportTexts } from '@medcloud/text/format-report-entry';
import { serverTranslator } from '@medcloud/text/node';

/** The language of a report's file, and the operator's time zone. */
export interface ReportWords {
  language: Language;
  timeZone: string;
}

/** Returns the texts of a report's entries in a language. */
export const reportTexts = (language: Language): ReportTexts => ({
  report: serverTranslator('audit/access-report', language),
  acts: serverTranslator('audit/access-report.acts', language),
  events: serverTranslator('audit.events', language),
});
