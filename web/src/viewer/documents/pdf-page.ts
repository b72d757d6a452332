import { type PDFDocumentProxy, type PDFPageProxy, RenderingCancelledException, type RenderTask } from 'pdfjs-dist';

// One screen of a display with high resolution. More pixels cost memory without visible gain.
const maxPixels = 16_777_216;

/** A page, by number in its own document. */
export interface PdfPage {
  readonly pdf: PDFDocumentProxy;
  readonly number: number;
}

/** Callbacks for a visible page. */
export interface PageListener {
  /** Gets the page's text in reading order, for screen readers. */
  onText: (text: string) => void;
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
 * Renders a page at its canvas width while it is visible or at most one screen away, so a long document costs no more
 * than a short one. Returns a function that stops rendering.
 */
export function renderWhileVisible(
  canvas: HTMLCanvasElement,
  { pdf, number }: PdfPage,
  listener: PageListener,
): () => void {
  let isVisible = false;
  let width = 0;
  let generation = 0;
  let task: RenderTask | undefined;
  const clear = () => {
    generation += 1;
    task?.cancel();
    width = 0;
  };
  const render = async () => {
    const ownGeneration = ++generation;
    task?.cancel();
    width = canvas.clientWidth;
    const page = await pdf.getPage(number);
    if (ownGeneration !== generation) return;
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
      canvas.width = 0; // frees its memory
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
