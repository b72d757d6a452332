import { setImmediate } from 'node:timers/promises';
import type { AccessReportEntry, ReportSubject } from '@medcloud/contract';
import { formatReportAct, formatReportConsent } from '@medcloud/text/format-report-entry';
import { serverTranslator } from '@medcloud/text/node';
import { loadFonts } from '../../platform/pdf/load-fonts.ts';
import { type PdfColumn, PdfTable } from '../../platform/pdf/pdf-table.ts';
import { formatLocalDay, formatWrittenDay, formatWrittenTime } from '../../platform/time/format-local-time.ts';
import { type ReportWords, reportTexts } from './report-words.ts';

/** What a report's first page says about it. */
export interface ReportFacts {
  subject: ReportSubject;
  from: string;
  to: string;
  createdAt: Date;
  /** The account that made it. */
  createdBy: string;
  /** The last signed record of the audit log; null before the first. */
  signed: { seq: number; at: Date } | null;
}

/** Columns' widths in points; an A4 page across has 770 within its margins. */
const widths = { at: 92, who: 150, what: 138, exam: 178, consent: 142, network: 70 } as const;

/** Writes a report as PDF, page by page. Other work runs between two pages. */
export async function* writeReportPdf(
  entries: readonly AccessReportEntry[],
  facts: ReportFacts,
  words: ReportWords,
): AsyncGenerator<Buffer> {
  const t = serverTranslator('audit/access-report', words.language);
  const columns = Object.entries(widths).map(
    ([key, width]): PdfColumn => ({ width, title: t(`column.${key as keyof typeof widths}`) }),
  );
  const lines = listFacts(facts, words);
  const table = new PdfTable(await loadFonts(), columns, {
    title: t('title'),
    lines,
    footer: (page) => `${lines[0]} · ${t('file.page', { page: String(page) })}`,
  });
  yield table.start();
  for (const entry of entries) {
    const page = table.addRow(listCells(entry, words));
    if (page === null) continue;
    yield page;
    await setImmediate();
  }
  yield table.end({ language: words.language, createdAt: facts.createdAt });
}

function listFacts({ subject, from, to, createdAt, createdBy, signed }: ReportFacts, words: ReportWords): string[] {
  const t = serverTranslator('audit/access-report', words.language);
  const time = (at: Date) => formatWrittenTime(at.toISOString(), words.timeZone);
  return [
    `${t(`kind.${subject.kind}`)}: ${nameSubject(subject, words)}`,
    t('file.period', { from: formatWrittenDay(from), to: formatWrittenDay(to) }),
    t('file.made', { at: `${time(createdAt)} (${words.timeZone})`, by: createdBy }),
    signed === null ? t('file.unsigned') : t('file.signed', { record: String(signed.seq), at: time(signed.at) }),
  ];
}

function nameSubject({ kind, name, identifier, exam, subject }: ReportSubject, words: ReportWords): string {
  const person = [name, identifier].filter((part) => part !== null).join(', ');
  if (kind !== 'exam') return person;
  const title = exam === null ? '' : titleExam(exam, words).join(', ');
  return [title, person, subject.slice('exam:'.length)].filter((part) => part !== '').join(' · ');
}

/** Returns an exam's type and date, and what its files call it. */
function titleExam(exam: NonNullable<AccessReportEntry['exam']>, { language }: ReportWords): string[] {
  const type = exam.examType === null ? null : serverTranslator('common', language)(`examType.${exam.examType}`);
  const day = exam.examDate === null ? null : formatWrittenDay(exam.examDate);
  const title = [type, day].filter((part) => part !== null).join(', ');
  return [title, exam.summary?.description ?? ''].filter((line) => line !== '');
}

/** Returns a row's cells, each as its lines. */
function listCells(entry: AccessReportEntry, words: ReportWords): string[][] {
  const texts = reportTexts(words.language);
  const t = texts.report;
  const { actor, patient, exam } = entry;
  const day = (instant: string) => formatWrittenDay(formatLocalDay(instant, words.timeZone));
  const role = t(`role.${actor.kind}`);
  return [
    [formatWrittenTime(entry.at, words.timeZone)],
    [
      actor.name ?? role,
      ...(actor.name === null ? [] : [role]),
      ...(actor.licenseNumber === null ? [] : [t('license', { number: actor.licenseNumber })]),
      ...(actor.token === null ? [] : [t('token', { name: actor.token })]),
    ],
    [formatReportAct(texts, entry)],
    [
      ...(exam === null ? [] : titleExam(exam, words)),
      ...(patient === null ? [] : [[patient.name, patient.patientId].filter((part) => part !== null).join(', ')]),
    ],
    [formatReportConsent(texts, entry.consent, day)],
    [entry.network ?? ''],
  ];
}
