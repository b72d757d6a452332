import type { SeriesToView } from '@medcloud/contract/shapes/viewing';
import { useEffect, useState } from 'react';
import type { OpenPdf, PdfFault } from '../../../../viewer/documents/pdf.ts';

/** What draws PDFs, fetched when there is one. */
export const loadPdf = () => import('../../../../viewer/documents/pdf.ts');

export type PdfFound = OpenPdf | PdfFault | 'unreachable' | undefined;

/** The documents of a series, closed with the screen; `again` asks anew where the portal did not give them. */
export function usePdf(examId: string, { studyUid, seriesUid }: SeriesToView): { found: PdfFound; again: () => void } {
  const [found, setFound] = useState<PdfFound>();
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks the same anew
  useEffect(() => {
    let isClosed = false;
    let opened: OpenPdf | undefined;
    const open = async () => {
      const { openPdf } = await loadPdf();
      const answer = await openPdf({ examId, studyUid, seriesUid });
      if (typeof answer !== 'string') opened = answer;
      if (isClosed) opened?.close();
      else setFound(answer);
    };
    open().catch((error: unknown) => {
      console.error(error);
      if (!isClosed) setFound('unreachable');
    });
    return () => {
      isClosed = true;
      opened?.close();
      setFound(undefined);
    };
  }, [examId, studyUid, seriesUid, attempt]);
  return { found, again: () => setAttempt((before) => before + 1) };
}
