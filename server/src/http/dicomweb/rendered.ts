import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { frameCount } from '../../domain/imaging/indexing/frame-table.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { bothEdges, type DicomWebCall, quickReadingOf } from './call.ts';
import { givePicture, readViewport, readWindow } from './give-picture.ts';

const { dicomWeb } = routes;

/** WADO-RS rendered (PS3.18 10.4.1.1.3): one frame, of an instance with many the first. */
async function answerRendered(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, params, query } = call;
  const frames = params.frames ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(frames)) throw new Fault('not_found');
  const window = readWindow(query);
  const within = readViewport(query);
  const series = await openServedSeries(quickReadingOf(call), scope, params);
  const instance = findInstance(series, params.instance);
  if (instance === undefined || Number(frames) > frameCount(instance.frames)) throw new Fault('not_found');
  return await givePicture(call, series, { instance, frame: Number(frames), window, within });
}

export const renderedEdges = [
  ...bothEdges([dicomWeb.instanceRendered, dicomWeb.examInstanceRendered], answerRendered),
  ...bothEdges([dicomWeb.framesRendered, dicomWeb.examFramesRendered], answerRendered),
];
