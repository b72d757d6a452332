import { examBulkdata, examSeriesMetadata } from '@medcloud/contract/routes/dicom-web';
import { type DataSet, parseDataSets, textOf } from '@medcloud/dicom/json';
import { GlobalWorkerOptions, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { api } from '../../calls/client/api.ts';
import type { SeriesAddress } from '../loading/fetch-series.ts';
import { PdfFiles } from './pdf-files.ts';
import type { PdfPage } from './pdf-page.ts';

export { type PdfPage, renderWhileVisible } from './pdf-page.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

const encapsulated = '00420011'; // PS3.3 C.24.2: Encapsulated Document
const mediaType = '00420012';
const instanceUid = '00080018';

/** Maximum of opened documents per series. Users do not scroll further, and each document is in memory. */
export const maxDocuments = 20;

/** Why a document is not shown: it needs a password, its bytes are damaged, or it is not a PDF. */
export type PdfFault = 'locked' | 'damaged' | 'other';

/**
 * The pages of a series of documents in order. Pages are rendered and their text is read; scripts in them do not run.
 */
export interface OpenPdf {
  readonly pages: readonly PdfPage[];
  /** Number of documents in the series. */
  readonly documentCount: number;
  close: () => void;
}

/** Opens the PDFs of a series (PS3.3 A.45.1). Rejects like `api.send` if they cannot be loaded. */
export async function openPdf(address: SeriesAddress): Promise<OpenPdf | PdfFault> {
  const params = { examId: address.examId, study: address.studyUid, series: address.seriesUid };
  const sets = parseDataSets(await (await api.send(examSeriesMetadata, { params, query: {} })).json());
  const opened: PDFDocumentProxy[] = [];
  const close = () => {
    for (const pdf of opened) void pdf.loadingTask.destroy();
  };
  for (const set of sets.slice(0, maxDocuments)) {
    const result = await openDocument(address, set);
    if (typeof result === 'string') {
      close();
      return result;
    }
    opened.push(result);
  }
  const pages = opened.flatMap((pdf) =>
    Array.from({ length: pdf.numPages }, (_, index) => ({ pdf, number: index + 1 })),
  );
  return pages.length === 0 ? 'damaged' : { pages, documentCount: sets.length, close };
}

const printScale = 2.5; // 180 pixels an inch

/** Renders all pages of a PDF of our own as images, for printing. Rejects if it cannot be read. */
export async function renderPdfPages(data: Uint8Array): Promise<Blob[]> {
  const task = getDocument({ data, enableXfa: false, disableWorkerRendering: true, BinaryDataFactory: PdfFiles });
  const pdf = await task.promise;
  const canvas = document.createElement('canvas');
  const images: Blob[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: printScale });
    [canvas.width, canvas.height] = [Math.floor(viewport.width), Math.floor(viewport.height)];
    await page.render({ canvas, viewport }).promise;
    images.push(
      await new Promise<Blob>((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject()))),
    );
  }
  await task.destroy();
  return images;
}

async function openDocument(address: SeriesAddress, set: DataSet): Promise<PDFDocumentProxy | PdfFault> {
  const instance = textOf(set, instanceUid);
  if (!instance || textOf(set, mediaType) !== 'application/pdf') return 'other';
  const data = await fetchDocument(address, instance);
  try {
    return await getDocument({ data, enableXfa: false, disableWorkerRendering: true, BinaryDataFactory: PdfFiles })
      .promise;
  } catch (error) {
    console.error(error);
    return error instanceof PasswordException ? 'locked' : 'damaged';
  }
}

async function fetchDocument(address: SeriesAddress, instance: string): Promise<Uint8Array> {
  const params = { examId: address.examId, study: address.studyUid, series: address.seriesUid, instance };
  const query = { accept: 'application/octet-stream' };
  const response = await api.send(examBulkdata, { params: { ...params, path: encapsulated }, query });
  return new Uint8Array(await response.arrayBuffer());
}
