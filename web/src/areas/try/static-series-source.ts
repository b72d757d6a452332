import { fillPath } from '@medcloud/contract/route';
import { changeDraft, examAnnotationSets } from '@medcloud/contract/routes/annotations';
import {
  examFrames,
  examInstanceThumbnail,
  examSeriesMetadata,
  examSeriesThumbnail,
  searchExamInstances,
} from '@medcloud/contract/routes/dicom-web';
import { examThumbnails, examToOpen } from '@medcloud/contract/routes/exams';
import type { AnnotationDraft, DraftChange } from '@medcloud/contract/shapes/annotations';
import type { SyntheticExam, SyntheticExams, SyntheticSeries } from '@medcloud/contract/shapes/synthetic-exams';
import { type DataSet, textOf } from '@medcloud/dicom/json';
import type { CallSource } from '../../calls/client/call-source.ts';

type Answer = (query: URLSearchParams, init: RequestInit) => Response | Promise<Response>;

const noAnswer = () => Response.json({ code: 'not_found' }, { status: 404 });

/**
 * Answers the viewer's calls from the files of synthetic exams, so that none reaches the server's API. Measurements stay
 * in the page's memory. A call that it does not know gets 404.
 */
export class StaticSeriesSource implements CallSource {
  readonly #address: string;
  readonly #answers = new Map<string, Answer>();
  readonly #images = new Map<string, string>();
  readonly #drafts = new Map<string, AnnotationDraft>();
  #loading: Promise<void> | undefined;

  /** `address` of a `SyntheticExams` file. */
  constructor(address: string) {
    this.#address = address;
  }

  readonly fetch: typeof fetch = async (input, init = {}) => {
    await this.#load();
    const { pathname, searchParams } = new URL(String(input), window.location.origin);
    const answer = this.#answers.get(`${init.method ?? 'GET'} ${pathname}`) ?? noAnswer;
    return await answer(searchParams, init);
  };

  readonly addressOf = (path: string): string => this.#images.get(path) ?? '';

  /** Loads the list of exams once; again after a failure. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadExams().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    return this.#loading;
  }

  async #loadExams(): Promise<void> {
    const response = await fetch(this.#address);
    if (!response.ok) throw new TypeError(`The exams answered ${response.status}`);
    const { exams }: SyntheticExams = await response.json();
    for (const exam of exams) this.#addExam(exam);
    const thumbnails = Object.fromEntries(exams.map(({ view, series }) => [view.exam.id, series[0]?.thumbnail ?? '']));
    this.#answer('GET', examThumbnails.path, () => Response.json({ thumbnails }));
  }

  #answer(method: 'GET' | 'PUT', path: string, answer: Answer): void {
    this.#answers.set(`${method} ${path}`, answer);
  }

  #addExam({ view, series }: SyntheticExam): void {
    const { id } = view.exam;
    this.#answer('GET', fillPath(examToOpen.path, { id }), () => Response.json(view));
    this.#answer('GET', fillPath(searchExamInstances.path, { examId: id }), (query) =>
      Response.json(findInstances(series, query.get('SOPInstanceUID')?.split(',') ?? [])),
    );
    this.#answer('GET', fillPath(examAnnotationSets.path, { id }), () =>
      Response.json({ draft: this.#draftOf(id), sets: [] }),
    );
    this.#answer('PUT', fillPath(changeDraft.path, { id }), (_, { body }) => this.#changeDraft(id, String(body)));
    for (const one of series) this.#addSeries(id, one);
  }

  #addSeries(examId: string, series: SyntheticSeries): void {
    const params = { examId, study: series.studyUid, series: series.seriesUid };
    this.#answer('GET', fillPath(examSeriesMetadata.path, params), () => Response.json(series.metadata));
    this.#images.set(fillPath(examSeriesThumbnail.path, params), series.thumbnail);
    for (const [index, set] of series.metadata.entries()) {
      const instance = textOf(set, '00080018') ?? '';
      const path = fillPath(examFrames.path, { ...params, instance, frames: '1' });
      this.#answer('GET', path, (_, { signal }) => fetchFrame(series, index, signal ?? null));
      this.#images.set(fillPath(examInstanceThumbnail.path, { ...params, instance }), series.thumbnail);
    }
  }

  #draftOf(examId: string): AnnotationDraft {
    return this.#drafts.get(examId) ?? { revision: 0, items: [], updatedAt: null };
  }

  #changeDraft(examId: string, body: string): Response {
    const { items }: DraftChange = JSON.parse(body);
    const draft = { revision: this.#draftOf(examId).revision + 1, items, updatedAt: new Date().toISOString() };
    this.#drafts.set(examId, draft);
    return Response.json(draft);
  }
}

const findInstances = (series: readonly SyntheticSeries[], uids: readonly string[]): DataSet[] =>
  series.flatMap(({ metadata }) => metadata.filter((set) => uids.includes(textOf(set, '00080018') ?? '')));

/** Fetches one frame from the file of a series. */
async function fetchFrame(
  { file, offsets, transferSyntax }: SyntheticSeries,
  index: number,
  signal: AbortSignal | null,
): Promise<Response> {
  const [from = 0, to = 0] = offsets.slice(index, index + 2);
  const response = await fetch(file, { headers: { range: `bytes=${from}-${to - 1}` }, signal });
  if (!response.ok) return response;
  const bytes = await response.arrayBuffer();
  // a server without ranges sends the whole file
  const frame = response.status === 206 ? bytes : bytes.slice(from, to);
  return new Response(frame, { headers: { 'content-type': `image/jphc; transfer-syntax=${transferSyntax}` } });
}
