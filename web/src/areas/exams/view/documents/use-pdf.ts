import { ApiError } from '@medcloud/contract/api-client';
import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { useEffect, useState } from 'react';
import type { OpenPdf, PdfFault } from '../../../../viewer/documents/pdf.ts';

/** Loads the PDF renderer on demand. */
export const loadPdf = () => import('../../../../viewer/documents/pdf.ts');

export type PdfResult = OpenPdf | PdfFault | 'unreachable' | 'not_scanned' | 'infected' | undefined;

/** Returns why a document cannot be fetched: the virus scanner has not checked it, or found something. */
function toPdfFault(error: unknown): 'unreachable' | 'not_scanned' | 'infected' {
  const code = error instanceof ApiError ? error.code : undefined;
  return code === 'not_scanned' || code === 'infected' ? code : 'unreachable';
}

/** Opens the documents of a series and closes them with the screen. `retry` opens them again after a failure. */
export function usePdf(examId: string, { studyUid, seriesUid }: ViewerSeries): { pdf: PdfResult; retry: () => void } {
  const [pdf, setPdf] = useState<PdfResult>();
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt repeats the same request
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
      if (!isClosed) setPdf(toPdfFault(error));
    });
    return () => {
      isClosed = true;
      opened?.close();
      setPdf(undefined);
    };
  }, [examId, studyUid, seriesUid, attempt]);
  return { pdf, retry: () => setAttempt((before) => before + 1) };
}
