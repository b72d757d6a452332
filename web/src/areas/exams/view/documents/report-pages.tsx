import { useQuery } from '@tanstack/react-query';
import { FileQuestion } from 'lucide-react';
import { classes } from '../../../../lib/classes.ts';
import { useLanguage, useText } from '../../../../text/language.tsx';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { SkeletonRows } from '../../../../ui/feedback/skeleton.tsx';
import {
  parseReports,
  type Report,
  type ReportFormatter,
  type ReportLine,
} from '../../../../viewer/documents/report.ts';
import { metadataOfPane } from '../../../../viewer/pane-metadata.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { formatDicomDate } from '../panes/overlay.tsx';
import { DownloadOriginal, ViewerMessage } from '../panes/viewer-message.tsx';

const indents = ['', 'pl-4', 'pl-8', 'pl-12', 'pl-16'];

function useReportLabels(): ReportFormatter {
  const t = useText('viewer');
  const { language } = useLanguage();
  return {
    formatReference: (to) => t(`report.refers.${to}`),
    formatMoment: (text) => {
      const [, day, hours, minutes] = /^(\d{8})?(?:(\d\d)(\d\d))?/.exec(text) ?? [];
      const time = hours && minutes && `${hours}:${minutes}`;
      return [formatDicomDate(day, language), time].filter(Boolean).join(', ') || text;
    },
  };
}

function Line({ line: { depth, isHeading, name, value } }: { line: ReportLine }) {
  const indent = indents[Math.min(depth, indents.length - 1)];
  if (isHeading) return <h3 className={classes('pt-3 text-h3 text-v-ink', indent)}>{name}</h3>;
  return (
    <p className={classes('wrap-break-word whitespace-pre-line text-body text-v-ink', indent)}>
      {name && <span className="text-v-muted">{name}: </span>}
      {value}
    </p>
  );
}

function ReportArticle({ report }: { report: Report }) {
  const t = useText('viewer');
  const verifiedText = report.verifiedBy ? t('report.verifiedBy', { name: report.verifiedBy }) : t('report.verified');
  return (
    <article className="flex flex-col gap-2 border-t border-v-line py-6 first:border-t-0">
      <h2 className="text-h2 text-v-ink">{report.title ?? t('report.label')}</h2>
      <p className="text-small text-v-muted">{[report.patient, report.day].filter(Boolean).join(' · ')}</p>
      <p className={classes('text-small', report.isVerified ? 'text-v-muted' : 'text-v-warn')}>
        {[report.isVerified ? verifiedText : t('report.unverified'), report.isPartial && t('report.partial')]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {report.lines.map((line) => (
        <Line key={line.path} line={line} />
      ))}
      {report.isTruncated && <p className="text-small text-v-warn">{t('report.cut')}</p>}
    </article>
  );
}

/** Shows the structured reports of a series. Without a readable report, shows what the series contains. */
export function ReportPages({ viewer, paneIndex, examId }: { viewer: Viewer; paneIndex: number; examId: string }) {
  const t = useText('viewer');
  const labels = useReportLabels();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['reports', viewer.getSnapshot().panes[paneIndex]?.series?.seriesUid],
    queryFn: () => metadataOfPane(viewer, paneIndex),
    gcTime: 0,
  });
  if (error) return <ErrorState title={t('pane.failed')} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="absolute inset-0 p-6">
        <SkeletonRows rows={8} label={t('loading')} />
      </div>
    );
  const reports = parseReports(data, labels);
  if (reports.length === 0)
    return (
      <ViewerMessage icon={FileQuestion} title={t('other.title')} text={t('other.report')} isLive>
        <DownloadOriginal examId={examId} />
      </ViewerMessage>
    );
  return (
    <section
      data-report
      data-own-keys
      aria-label={t('report.label')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="absolute inset-0 overflow-y-auto bg-v-field px-4 -outline-offset-2 focus-visible:outline-v-active md:px-8"
    >
      <div className="mx-auto max-w-[72ch] pb-6">
        {reports.map((report) => (
          <ReportArticle key={report.uid} report={report} />
        ))}
        {reports.length < data.length && <p className="pb-4 text-small text-v-muted">{t('report.others')}</p>}
        <DownloadOriginal examId={examId} />
      </div>
    </section>
  );
}
