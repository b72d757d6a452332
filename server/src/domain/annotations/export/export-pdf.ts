import type { ViewerExam } from '@medcloud/contract';
import type { RunOptions } from '../../../platform/workers/worker-pool.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import type { AppContext } from '../../core/context.ts';
import type { RenderedImages } from '../../imaging/cache/rendered-images.ts';
import type { SeriesCaches } from '../../imaging/cache/series-caches.ts';
import { RenderFault } from '../../imaging/render/render-fault.ts';
import type { Author } from '../set-store.ts';
import { showSetWithItems } from '../show.ts';
import { recordExport } from './export-set.ts';
import { type DrawnImage, listDrawnImages } from './list-drawn-images.ts';
import { createValueWords } from './value-words.ts';
import { writeAnnotationsPdf } from './write-pdf.ts';

interface PdfContext {
  readonly context: Pick<AppContext, 'db' | 'objects' | 'keys' | 'clock' | 'settings'>;
  readonly caches: SeriesCaches;
  readonly renderedImages: Pick<RenderedImages, 'get'>;
}

interface PdfRequest {
  readonly setId: string;
  /** The exam as the caller sees it. */
  readonly shownExam: ViewerExam;
  readonly isHead: boolean;
  readonly waiting: Pick<RunOptions, 'waitingSignal' | 'group'>;
}

export interface PdfFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: () => AsyncIterable<Buffer>;
}

/**
 * Prepares a saved set as a PDF: its images are rendered while it is sent. Throws `not_found` as `exportSet` does. A
 * HEAD request is not logged.
 */
export async function exportPdf(
  { context, caches, renderedImages }: PdfContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<Author>,
  exam: VisibleExam,
  { setId, shownExam, isHead, waiting }: PdfRequest,
): Promise<PdfFile> {
  const row = await context.db.within(scope, (tx) => recordExport(tx, request, exam, setId, { format: 'pdf', isHead }));
  const { items, ...set } = showSetWithItems(context.keys, row, request.principal);
  const { language } = request.principal;
  const words = createValueWords(language);
  const content = await listDrawnImages({ context, caches }, scope, exam, items, words);
  const { timeZone } = context.settings;
  const facts = { exam: shownExam, set, createdAt: context.clock.now(), language, timeZone };
  const render = (drawnImage: DrawnImage) => renderDrawnImage(renderedImages, scope, drawnImage, waiting);
  return {
    name: `annotations_${setId}_${set.version}.pdf`,
    mediaType: 'application/pdf',
    bytes: () => writeAnnotationsPdf(content, facts, words, render),
  };
}

// 300 pixels an inch of half a page
const within = { width: 1_600, height: 1_600 };

async function renderDrawnImage(
  renderedImages: Pick<RenderedImages, 'get'>,
  scope: CenterScope | DoctorScope,
  { series, instance, frame, view }: DrawnImage,
  waiting: PdfRequest['waiting'],
): Promise<Buffer | null> {
  const { center, width } = view?.window ?? {};
  // PS3.3 C.11.2.1.2.1: the linear function has a width of 1 or more
  const shape = width !== undefined && width < 2 ? ('linear-exact' as const) : ('linear' as const);
  const window = center === undefined || width === undefined ? null : { center, width, shape };
  try {
    return await renderedImages.get(scope, series, { instance, frame, format: 'jpeg', within, window }, waiting);
  } catch (error) {
    if (error instanceof RenderFault) return null;
    throw error;
  }
}
