import './access-report.css';
import type { ReportSubject } from '@medcloud/contract/shapes/access-report';
import { FileSearch } from 'lucide-react';
import { type ReportSide, useAccessReport, useReportSubject } from '../calls/access-report.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/language.tsx';
import { MoreRows } from '../ui/data/more-rows.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { PageHeader } from '../ui/layout/page-header.tsx';
import { ReportActions } from './report-actions.tsx';
import { type ReportAddress, useReportAddress } from './report-address.ts';
import { ReportTable } from './report-table.tsx';
import { ReportToolbar } from './report-toolbar.tsx';
import { useSubjectLines } from './subject-label.tsx';

/** The head of the printed report, which has no toolbar. */
function PrintedFacts({ subject, address }: { subject: ReportSubject; address: ReportAddress }) {
  const t = useText('audit/access-report');
  const format = useFormat();
  const { name, detail } = useSubjectLines()(subject);
  const { from, to } = address.query;
  return (
    <div className="hidden print:block">
      <p>{`${name} · ${detail}`}</p>
      <p>{t('file.period', { from: format.day(from), to: format.day(to) })}</p>
    </div>
  );
}

function ReportCount({ total }: { total: string | null }) {
  const t = useText('audit/access-report');
  const count = Number.parseInt(total ?? '0', 10);
  return (
    <p role="status" className="min-h-5 text-ink-muted figures">
      {total !== null && (total.endsWith('+') ? t('countMore', { count }) : t('count', { count }))}
    </p>
  );
}

/** The report of who saw a record (specification: access log; GDPR 15). */
export function AccessReport({ side }: { side: ReportSide }) {
  const t = useText('audit/access-report');
  const address = useReportAddress();
  const { query, isSwapped } = address;
  const named = useReportSubject(side, query.subject);
  const subject = named.data?.[0];
  const list = useAccessReport(side, query, subject !== undefined && !isSwapped);
  const isUnknown = query.subject !== '' && named.error !== null;
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <ReportToolbar side={side} address={address} subject={subject} />
      {query.subject === '' && <EmptyState icon={FileSearch} title={t('choose')} text={t('chooseText')} />}
      {isUnknown && <EmptyState icon={FileSearch} title={t('subject.unknown')} text={t('subject.unknownText')} />}
      {query.subject !== '' && !isUnknown && !isSwapped && (
        <section data-report="" aria-label={t('title')}>
          <h2 className="hidden print:block">{t('title')}</h2>
          {subject && <PrintedFacts subject={subject} address={address} />}
          <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <ReportCount total={list.rows ? list.total : null} />
            <ReportActions side={side} query={query} list={list} />
          </div>
          <ReportTable list={list} kind={subject?.kind} />
          <MoreRows list={list} />
        </section>
      )}
    </>
  );
}
