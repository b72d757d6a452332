import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { checkRetrieval, checkStoredImages } from '../../domain/exams/check-download-choice.ts';
import { frameCount, rangesOfFrame } from '../../domain/imaging/index/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { readFrame } from '../../domain/imaging/read-frame.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { streamChunks, totalBytes } from '../../platform/zip/body-chunks.ts';
import { createHandlers, type DicomWebCall, getAcceptedTypes, getReadContext } from './call.ts';
import { type PixelForm, pixelForm } from './media-types.ts';
import { createMultipart, type Part } from './multipart.ts';
import { sendBytes } from './send-bytes.ts';

const { dicomWeb } = routes;
const pixelTags = ['7FE00010', '7FE00008', '7FE00009'];

/** WADO-RS bulk data (PS3.18 10.4.1.1.5): sends a value as stored; compressed pixels frame by frame. */
async function handleBulkdata(call: DicomWebCall<'study' | 'series' | 'instance' | 'path'>): Promise<unknown> {
  const { scope, request, imaging } = call;
  const address = call.params;
  const series = await openServedSeries(getReadContext(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  const frames = frameCount(instance.frames);
  const isPixels = pixelTags.includes(address.path.toUpperCase()) && frames > 0;
  if (isPixels) checkStoredImages(series.row);
  else checkRetrieval(scope, series.row);
  await imaging.accessLogger.log(scope, request, series.row, 'values');
  if (isPixels) return await sendPixels(call, series, instance, frames);
  return await sendValue(call, series, instance, address.path);
}

/**
 * Sends pixel data. Native frames are contiguous and form one value. Compressed frames are one part each (PS3.18
 * 8.7.3.3).
 */
async function sendPixels(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, frames: number) {
  const isSinglePart = instance.frames.kind === 'even' && !instance.transferSyntax.startsWith('1.2.840.10008.1.2.4.');
  const form = pixelForm(getAcceptedTypes(call), instance.transferSyntax, {
    count: isSinglePart ? 1 : frames,
    mayConvert: false,
  });
  const parts = Array.from({ length: frames }, (_, index) => framePart(call, series, instance, index + 1, form));
  if (!isSinglePart) return await sendParts(call, series, parts, form);
  const nativePixels = {
    contentType: form.contentType,
    sizeBytes: totalBytes(parts),
    bytes: async () => streamChunks(parts),
  };
  return await sendParts(call, series, [nativePixels], form);
}

function framePart(
  { context }: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
  number: number,
  { contentType }: PixelForm,
): Part {
  const ranges = rangesOfFrame(instance.frames, number) ?? [];
  return {
    contentType,
    sizeBytes: ranges.reduce((sum, { length }) => sum + length, 0),
    bytes: async () => {
      const frame = await readFrame(context.objects, series, instance, number);
      if (frame === undefined) throw new Fault('not_found');
      return frame.bytes;
    },
  };
}

async function sendParts(call: DicomWebCall, series: OpenSeries, parts: readonly Part[], form: PixelForm) {
  const [only] = parts;
  const { examId } = series.row;
  if (!form.isMultipart && only)
    return await sendBytes(call, {
      examId,
      headers: { 'content-type': only.contentType },
      sizeBytes: only.sizeBytes,
      bytes: only.bytes,
    });
  const body = createMultipart(parts, form.contentType.replace(/;.*/, ''), call.context.random);
  return await sendBytes(call, {
    examId,
    headers: { 'content-type': body.contentType },
    sizeBytes: totalBytes(body.chunks),
    bytes: async () => streamChunks(body.chunks),
  });
}

async function sendValue(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, path: string) {
  const { examId } = series.row;
  const content = instance.crc32 === null ? 'dcm' : 'zip';
  const original = { examId, content, objectKey: series.original } as const;
  const bytes = await call.imaging.renderWorkers.readBulkData(original, instance, path.toUpperCase());
  if (bytes === null) throw new Fault('not_found');
  const form = pixelForm(getAcceptedTypes(call), '', { count: 1, mayConvert: false });
  const contentType = 'application/octet-stream';
  const body = async () => Readable.from([Buffer.from(bytes)], { objectMode: false });
  return await sendParts(call, series, [{ contentType, sizeBytes: bytes.length, bytes: body }], {
    ...form,
    contentType,
  });
}

export const bulkdataHandlers = createHandlers([dicomWeb.bulkdata, dicomWeb.examBulkdata], handleBulkdata);
