import { type ReportFormat, reportFormats } from '@medcloud/contract/choices';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { type ReportQuery, type ReportSide, type useAccessReport, useReportExport } from '../calls/access-report.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';

/** Runs a press's work once at a time, and says which runs. */
function useBusy() {
  const [busy, setBusy] = useState<string | null>(null);
  const run = (name: string, work: () => Promise<unknown>) => {
    setBusy(name);
    void work().finally(() => setBusy(null));
  };
  return { busy, run };
}

interface ReportActionsProps {
  side: ReportSide;
  query: ReportQuery;
  list: ReturnType<typeof useAccessReport>;
}

/** Offers the report as CSV, as PDF and on paper. Paper gets all entries, so the rest is loaded first. */
export function ReportActions({ side, query, list }: ReportActionsProps) {
  const t = useText('audit/access-report');
  const { language } = useLanguage();
  const exportReport = useReportExport(side);
  const { busy, run } = useBusy();
  const isEmpty = !list.rows || list.rows.length === 0;
  const download = (format: ReportFormat) => run(format, () => exportReport({ ...query, format, language }));
  const print = async () => {
    let page = list.hasNextPage ? await list.fetchNextPage() : list;
    while (page.hasNextPage && !page.isError) page = await list.fetchNextPage();
    if (!page.isError) requestAnimationFrame(() => requestAnimationFrame(() => window.print()));
  };
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      {reportFormats.map((format) => (
        <Button
          key={format}
          icon={Download}
          onClick={() => download(format)}
          busy={busy === format}
          disabled={isEmpty || (busy !== null && busy !== format)}
        >
          {t(format)}
        </Button>
      ))}
      <Button icon={Printer} onClick={() => run('print', print)} busy={busy === 'print'} disabled={isEmpty}>
        {t('print')}
      </Button>
    </div>
  );
}
