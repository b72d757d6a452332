import { routes } from '@medcloud/contract';
import type { SearchLevel } from '../../domain/dicomweb/parse-search.ts';
import { search } from '../../domain/dicomweb/search.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getReadContext, getRootUrl } from './call.ts';
import { checkJson } from './media-types.ts';
import { sendBytes } from './send-bytes.ts';

const { dicomWeb } = routes;

/** QIDO-RS (PS3.18 10.6): returns an array, empty without matches. Warning headers list what was ignored. */
async function handleSearch(call: DicomWebCall, level: SearchLevel): Promise<unknown> {
  checkJson(getAcceptedTypes(call));
  const { scope, request, params, query, imaging, reply } = call;
  const { examId, study, series } = params;
  const address = {
    ...(examId === undefined ? {} : { examId }),
    ...(study === undefined ? {} : { study }),
    ...(series === undefined ? {} : { series }),
  };
  const { accept: _accept, ...filters } = query;
  const result = await search(getReadContext(call), scope, request, {
    level,
    address,
    query: filters,
    root: getRootUrl(call),
  });
  if (result.exam !== null) await imaging.accessLogger.log(scope, request, result.exam, 'lists');
  if (result.warnings.length > 0)
    reply.header(
      'warning',
      result.warnings.slice(0, 20).map((warning) => `299 medcloud "${warning}"`),
    );
  const body = Buffer.from(JSON.stringify(result.rows));
  return await sendBytes(call, {
    examId: null,
    headers: { 'content-type': 'application/dicom+json; charset=utf-8' },
    sizeBytes: body.length,
    bytes: body,
  });
}

const handlerFor = (level: SearchLevel) => (call: DicomWebCall) => handleSearch(call, level);

export const searchHandlers = [
  ...createHandlers([dicomWeb.searchStudies, dicomWeb.searchExamStudies], handlerFor('study')),
  ...createHandlers([dicomWeb.searchSeries, dicomWeb.searchExamSeries], handlerFor('series')),
  ...createHandlers([dicomWeb.searchInstances, dicomWeb.searchExamInstances], handlerFor('instance')),
  ...createHandlers([dicomWeb.searchStudySeries, dicomWeb.searchExamStudySeries], handlerFor('series')),
  ...createHandlers([dicomWeb.searchStudyInstances, dicomWeb.searchExamStudyInstances], handlerFor('instance')),
  ...createHandlers([dicomWeb.searchSeriesInstances, dicomWeb.searchExamSeriesInstances], handlerFor('instance')),
];
