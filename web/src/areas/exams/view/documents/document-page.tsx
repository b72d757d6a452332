import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../../text/language.tsx';
import type { PdfPage } from '../../../../viewer/documents/pdf.ts';
import { loadPdf } from './use-pdf.ts';

interface DocumentPageProps {
  page: PdfPage;
  /** Counts from 1, across all documents. */
  pageNumber: number;
  pages: number;
  /** 1 fits the window's width, up to a maximum page width. */
  zoom: number;
}

/** Shows one page. Renders it only while it is near the visible area, and includes its text for screen readers. */
export function DocumentPage({ page, pageNumber, pages, zoom }: DocumentPageProps) {
  const t = useText('exams.document');
  const canvas = useRef<HTMLCanvasElement>(null);
  const [text, setText] = useState('');
  const [state, setState] = useState<'coming' | 'rendered' | 'failed'>('coming');
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isClosed = false;
    const start = async () => {
      const { renderWhileVisible } = await loadPdf();
      if (isClosed || !canvas.current) return;
      stop = renderWhileVisible(canvas.current, page, {
        onText: setText,
        onRendered: () => setState('rendered'),
        onError: () => setState('failed'),
      });
    };
    start().catch((error: unknown) => console.error(error));
    return () => {
      isClosed = true;
      stop?.();
    };
  }, [page]);
  return (
    <li className="mx-auto" style={{ width: `calc(min(100%, 51rem) * ${zoom})` }}>
      <section
        aria-label={t('page', { page: String(pageNumber), pages: String(pages) })}
        data-state={state}
        className="relative"
      >
        <canvas
          ref={canvas}
          className="block aspect-[210/297] w-full rounded-badge bg-white" // the color of paper
        />
        <p className="sr-only whitespace-pre-line">{text}</p>
        {state === 'failed' && (
          <p role="status" className="absolute inset-x-0 top-1/3 bg-v-chrome p-4 text-center text-body text-v-ink">
            {t('pageFailed')}
          </p>
        )}
      </section>
    </li>
  );
}
