import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { frameCount } from '../../domain/imaging/index/frame-table.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { createHandlers, type DicomWebCall, getCachedReadContext } from './call.ts';
import { parseViewport, parseWindow, sendRendered } from './send-rendered.ts';

const { dicomWeb } = routes;

/** WADO-RS rendered (PS3.18 10.4.1.1.3): sends one frame, the first of a multi-frame instance. */
async function handleRendered(call: DicomWebCall<'study' | 'series' | 'instance'>): Promise<unknown> {
  const { scope, params, query } = call;
  const frames = params.frames ?? '1';
  if (!/^[1-9]\d{0,8}$/.test(frames)) throw new Fault('not_found');
  const window = parseWindow(query);
  const within = parseViewport(query);
  const series = await openServedSeries(getCachedReadContext(call), scope, params);
  const instance = findInstance(series, params.instance);
  if (instance === undefined || Number(frames) > frameCount(instance.frames)) throw new Fault('not_found');
  return await sendRendered(call, series, { instance, frame: Number(frames), window, within });
}

export const renderedHandlers = [
  ...createHandlers([dicomWeb.instanceRendered, dicomWeb.examInstanceRendered], handleRendered),
  ...createHandlers([dicomWeb.framesRendered, dicomWeb.examFramesRendered], handleRendered),
];
