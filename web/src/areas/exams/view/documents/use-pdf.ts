import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useEffect, useState } from 'react';
import type { OpenPdf, PdfFault } from '../../../../viewer/documents/pdf.ts';

/** What draws PDFs, fetched when there is one. */
export const loadPdf = () => import('../../../../viewer/documents/pdf.ts');

export type PdfResult = OpenPdf | PdfFault | 'unreachable' | undefined;

/** The documents of a series, closed with the screen; `again` asks anew where the portal did not give them. */
export function usePdf(examId: string, { studyUid, seriesUid }: ViewerSeries): { pdf: PdfResult; retry: () => void } {
  const [pdf, setPdf] = useState<PdfResult>();
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same anew
  useEffect(() => {
    let isClosed = false;
    let opened: OpenPdf | undefined;
    const open = async () => {
      const { openPdf } = await loadPdf();
      const result = await openPdf({ examId, studyUid, seriesUid });
      if (typeof result !== 'string') opened = result;
      if (isClosed) opened?.close();
      else setPdf(result);
    };
    open().catch((error: unknown) => {
      console.error(error);
      if (!isClosed) setPdf('unreachable');
    });
    return () => {
      isClosed = true;
      opened?.close();
      setPdf(undefined);
    };
  }, [examId, studyUid, seriesUid, attempt]);
  return { pdf, retry: () => setAttempt((before) => before + 1) };
}
