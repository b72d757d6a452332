import type { ReportFormat } from '@medcloud/contract/choices';
import type { Language } from '@medcloud/contract/languages';
import * as report from '@medcloud/contract/routes/access-report';
import { api } from './client/api.ts';
import { useApiPages, useApiQuery } from './client/use-api-query.ts';
import { type DownloadFile, useDownload } from './download.ts';

/** Whose report: a center's of its own records, or an administrator's. */
export type ReportSide = 'center' | 'admin';

export interface ReportQuery {
  subject: string;
  from: string;
  to: string;
}

const routesOf = {
  center: { entries: report.entriesOfCenter, subjects: report.subjectsOfCenter, file: report.fileOfCenter },
  admin: { entries: report.entriesOfAdmin, subjects: report.subjectsOfAdmin, file: report.fileOfAdmin },
} as const;
const pageSize = 200;

/** Lists a report's entries, newest first. Each opening is a new report. */
export const useAccessReport = (side: ReportSide, query: ReportQuery, enabled: boolean) =>
  useApiPages(routesOf[side].entries, { query: { ...query, limit: pageSize } }, { enabled, shouldAlwaysRefetch: true });

/** Searches what can be reported on. */
export const useReportSubjects = (side: ReportSide, search: string) =>
  useApiQuery(
    routesOf[side].subjects,
    { query: { search } },
    { enabled: search !== '', keepPreviousData: true, retry: 1 },
  );

/** Names one subject. Does nothing while it is empty. */
export const useReportSubject = (side: ReportSide, subject: string) =>
  useApiQuery(routesOf[side].subjects, { query: { subject } }, { enabled: subject !== '' });

/** Downloads a report as a file. */
export function useReportExport(side: ReportSide): (query: ReportQuery & FileChoice) => Promise<boolean> {
  const download = useDownload();
  return (query) => {
    const route = routesOf[side].file;
    const file: DownloadFile = {
      address: `${route.path}?${new URLSearchParams({ ...query })}`,
      name: `medcloud-access-report.${query.format}`,
      request: () => api.send(route, { query }),
    };
    return download(file);
  };
}

interface FileChoice {
  format: ReportFormat;
  language: Language;
}
