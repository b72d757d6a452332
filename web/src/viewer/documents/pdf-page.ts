import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, type RenderTask } from 'pdfjs-dist';

// A screen's worth of the sharpest displays; more is memory that nobody sees.
const mostPixels = 16_777_216;

/** A page by its place in its own document. */
export interface PdfPage {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
}

/** What becomes known of a page while it is looked at. */
export interface PageNews {
  /** Its words in their order, for who listens instead of looking. */
  words: (words: string) => void;
  painted: () => void;
  failed: () => void;
}

function paint(page: PDFPageProxy, canvas: HTMLCanvasElement): RenderTask {
  const natural = page.getViewport({ scale: 1 });
  canvas.style.aspectRatio = `${natural.width} / ${natural.height}`;
  const wanted = (canvas.clientWidth / natural.width) * window.devicePixelRatio;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  return page.render({ canvas, viewport });
}

async function wordsOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join('');
}

/**
 * Keeps a page painted as wide as its canvas stands, while it is in sight or a screen away: a long document costs no more
 * than a short one. Answers how to stop.
 */
export function paintWhileNear(canvas: HTMLCanvasElement, { pdf, number }: PdfPage, news: PageNews): () => void {
  let isNear = false;
  let width = 0;
  let turn = 0;
  let task: RenderTask | undefined;
  const leave = () => {
    turn += 1;
    task?.cancel();
    width = 0;
  };
  const come = async () => {
    const mine = ++turn;
    task?.cancel();
    width = canvas.clientWidth;
    const page = await pdf.getPage(number);
    if (mine !== turn) return;
    task = paint(page, canvas);
    await task.promise;
    news.painted();
    news.words(await wordsOf(page));
  };
  const look = () => {
    if (!isNear || canvas.clientWidth === width) return;
    come().catch((error: unknown) => {
      if (error instanceof RenderingCancelledException) return;
      console.error(error);
      news.failed();
    });
  };
  const near = new IntersectionObserver(
    ([entry]) => {
      isNear = entry?.isIntersecting ?? false;
      if (isNear) return look();
      leave();
      canvas.width = 0; // gives its memory back
    },
    { root: canvas.closest('[data-pages]'), rootMargin: '100% 0px' },
  );
  const sized = new ResizeObserver(look);
  near.observe(canvas);
  sized.observe(canvas);
  return () => {
    near.disconnect();
    sized.disconnect();
    leave();
  };
}
