import { examBulkdata, examSeriesMetadata } from '@medcloud/contract/routes/dicom-web';
import { GlobalWorkerOptions, getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist';
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { api } from '../../calls/client/api.ts';
import { type DataSet, parseDataSets, textOf } from '../dicom-json.ts';
import type { SeriesAddress } from '../loading/fetch-series.ts';
import { PdfFiles } from './pdf-files.ts';
import type { PdfPage } from './pdf-page.ts';

export { type PdfPage, renderWhileVisible } from './pdf-page.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

const encapsulated = '00420011'; // PS3.3 C.24.2: Encapsulated Document
const mediaType = '00420012';
const instanceUid = '00080018';

/** A series of documents is opened up to here; nobody leafs through more, and each is held in memory. */
export const maxDocuments = 20;

/** Why a document cannot be shown: it wants a password, it cannot be read as what it says it is, or it is no PDF. */
export type PdfFault = 'locked' | 'damaged' | 'other';

/** The pages of a series of documents, one after the other. Nothing in them is run: they are painted and read, and that is all. */
export interface OpenPdf {
  readonly pages: readonly PdfPage[];
  /** So many documents the series holds. */
  readonly documentCount: number;
  close: () => void;
}

/** Opens the PDFs of a series (PS3.3 A.45.1); fails as `portal.send` does where they cannot be had. */
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
    Array.from({ length: pdf.numPages }, (_, place) => ({ pdf, number: place + 1 })),
  );
  return pages.length === 0 ? 'damaged' : { pages, documentCount: sets.length, close };
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
