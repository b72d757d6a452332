import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import type { SearchLevel } from '../../domain/dicomweb/read-search.ts';
import { search } from '../../domain/dicomweb/search.ts';
import { acceptedBy, bothEdges, type DicomWebCall, readingOf, rootOf } from './call.ts';
import { give } from './give.ts';
import { checkJson } from './media-types.ts';

const { dicomWeb } = routes;

/** QIDO-RS (PS3.18 10.6): an array, empty where nothing matches; what was not taken into account stands in Warning headers. */
async function answerSearch(call: DicomWebCall, level: SearchLevel): Promise<unknown> {
  checkJson(acceptedBy(call));
  const { scope, asking, params, query, imaging, out } = call;
  const { examId, study, series } = params;
  const address = {
    ...(examId === undefined ? {} : { examId }),
    ...(study === undefined ? {} : { study }),
    ...(series === undefined ? {} : { series }),
  };
  const { accept: _accept, ...filters } = query;
  const found = await search(readingOf(call), scope, asking, { level, address, query: filters, root: rootOf(call) });
  if (found.exam !== null) await imaging.viewings.note(scope, asking, found.exam, 'lists');
  if (found.warnings.length > 0)
    out.header(
      'warning',
      found.warnings.slice(0, 20).map((sentence) => `299 medcloud "${sentence}"`),
    );
  const body = Buffer.from(JSON.stringify(found.rows));
  return await give(call, {
    examId: null,
    headers: { 'content-type': 'application/dicom+json; charset=utf-8' },
    sizeBytes: body.length,
    bytes: async () => Readable.from([body]),
  });
}

const of = (level: SearchLevel) => (call: DicomWebCall) => answerSearch(call, level);

export const searchEdges = [
  ...bothEdges([dicomWeb.searchStudies, dicomWeb.searchExamStudies], of('study')),
  ...bothEdges([dicomWeb.searchSeries, dicomWeb.searchExamSeries], of('series')),
  ...bothEdges([dicomWeb.searchInstances, dicomWeb.searchExamInstances], of('instance')),
  ...bothEdges([dicomWeb.searchStudySeries, dicomWeb.searchExamStudySeries], of('series')),
  ...bothEdges([dicomWeb.searchStudyInstances, dicomWeb.searchExamStudyInstances], of('instance')),
  ...bothEdges([dicomWeb.searchSeriesInstances, dicomWeb.searchExamSeriesInstances], of('instance')),
];
