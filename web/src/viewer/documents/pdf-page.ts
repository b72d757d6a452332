import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, type RenderTask } from 'pdfjs-dist';

// A screen's worth of the sharpest displays; more is memory that nobody sees.
const maxPixels = 16_777_216;

/** A page by its place in its own document. */
export interface PdfPage {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
}

/** What becomes known of a page while it is looked at. */
export interface PageListener {
  /** Its words in their order, for who listens instead of looking. */
  onText: (onText: string) => void;
  onRendered: () => void;
  onError: () => void;
}

function renderPage(page: PDFPageProxy, canvas: HTMLCanvasElement): RenderTask {
  const natural = page.getViewport({ scale: 1 });
  canvas.style.aspectRatio = `${natural.width} / ${natural.height}`;
  const targetScale = (canvas.clientWidth / natural.width) * window.devicePixelRatio;
  const scale = Math.min(targetScale, Math.sqrt(maxPixels / (natural.width * natural.height)));
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  return page.render({ canvas, viewport });
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ' '}` : '')).join('');
}

/**
 * Keeps a page painted as wide as its canvas stands, while it is in sight or a screen away: a long document costs no more
 * than a short one. Answers how to stop.
 */
export function renderWhileVisible(
  canvas: HTMLCanvasElement,
  { pdf, number }: PdfPage,
  listener: PageListener,
): () => void {
  let isVisible = false;
  let width = 0;
  let turn = 0;
  let task: RenderTask | undefined;
  const clear = () => {
    turn += 1;
    task?.cancel();
    width = 0;
  };
  const render = async () => {
    const ownTurn = ++turn;
    task?.cancel();
    width = canvas.clientWidth;
    const page = await pdf.getPage(number);
    if (ownTurn !== turn) return;
    task = renderPage(page, canvas);
    await task.promise;
    listener.onRendered();
    listener.onText(await textOf(page));
  };
  const update = () => {
    if (!isVisible || canvas.clientWidth === width) return;
    render().catch((error: unknown) => {
      if (error instanceof RenderingCancelledException) return;
      console.error(error);
      listener.onError();
    });
  };
  const visibilityObserver = new IntersectionObserver(
    ([entry]) => {
      isVisible = entry?.isIntersecting ?? false;
      if (isVisible) return update();
      clear();
      canvas.width = 0; // gives its memory back
    },
    { root: canvas.closest('[data-pages]'), rootMargin: '100% 0px' },
  );
  const sizeObserver = new ResizeObserver(update);
  visibilityObserver.observe(canvas);
  sizeObserver.observe(canvas);
  return () => {
    visibilityObserver.disconnect();
    sizeObserver.disconnect();
    clear();
  };
}
