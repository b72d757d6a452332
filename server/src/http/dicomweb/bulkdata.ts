import { Readable } from 'node:stream';
import { routes } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { openServedSeries } from '../../domain/dicomweb/find-study.ts';
import { inTurn, sizeOf } from '../../domain/dicomweb/pieces.ts';
import { frameCount, piecesOfFrame } from '../../domain/imaging/indexing/frame-table.ts';
import type { ManifestInstance } from '../../domain/imaging/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { readFrame } from '../../domain/imaging/read-frame.ts';
import { findInstance } from '../../domain/imaging/read-instance.ts';
import { acceptedBy, bothEdges, type DicomWebCall, readingOf } from './call.ts';
import { give } from './give.ts';
import { type PixelForm, pixelForm } from './media-types.ts';
import { multipart, type Part } from './multipart.ts';

const { dicomWeb } = routes;
const pixelTags = ['7FE00010', '7FE00008', '7FE00009'];

/** WADO-RS bulk data (PS3.18 10.4.1.1.5): a value as it is stored; compressed pixels frame by frame. */
async function answerBulkdata(call: DicomWebCall<'study' | 'series' | 'instance' | 'path'>): Promise<unknown> {
  const { scope, asking, imaging } = call;
  const address = call.params;
  const series = await openServedSeries(readingOf(call), scope, address);
  const instance = findInstance(series, address.instance);
  if (instance === undefined) throw new Fault('not_found');
  await imaging.viewings.note(scope, asking, series.row, 'values');
  const frames = frameCount(instance.frames);
  if (pixelTags.includes(address.path.toUpperCase()) && frames > 0)
    return await givePixels(call, series, instance, frames);
  return await giveValue(call, series, instance, address.path);
}

/** Native frames follow each other and are one value; fragments are a part a frame (PS3.18 8.7.3.3). */
async function givePixels(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, frames: number) {
  const isOne = instance.frames.kind === 'even' && !instance.transferSyntax.startsWith('1.2.840.10008.1.2.4.');
  const form = pixelForm(acceptedBy(call), instance.transferSyntax, isOne ? 1 : frames);
  const parts = Array.from({ length: frames }, (_, place) => framePart(call, series, instance, place + 1, form));
  if (!isOne) return await giveParts(call, series, parts, form);
  const whole = {
    contentType: form.contentType,
    sizeBytes: sizeOf(parts),
    bytes: async () => inTurn(parts),
  };
  return await giveParts(call, series, [whole], form);
}

function framePart(
  { portal }: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
  number: number,
  { contentType }: PixelForm,
): Part {
  const pieces = piecesOfFrame(instance.frames, number) ?? [];
  return {
    contentType,
    sizeBytes: pieces.reduce((sum, { length }) => sum + length, 0),
    bytes: async () => {
      const frame = await readFrame(portal.objects, series, instance, number);
      if (frame === undefined) throw new Fault('not_found');
      return frame.bytes;
    },
  };
}

async function giveParts(call: DicomWebCall, series: OpenSeries, parts: readonly Part[], form: PixelForm) {
  const [only] = parts;
  const { examId } = series.row;
  if (!form.isMultipart && only)
    return await give(call, {
      examId,
      headers: { 'content-type': only.contentType },
      sizeBytes: only.sizeBytes,
      bytes: only.bytes,
    });
  const body = multipart(parts, form.contentType.replace(/;.*/, ''), call.portal.random);
  return await give(call, {
    examId,
    headers: { 'content-type': body.contentType },
    sizeBytes: sizeOf(body.pieces),
    bytes: async () => inTurn(body.pieces),
  });
}

async function giveValue(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, path: string) {
  const { examId } = series.row;
  const content = instance.crc32 === null ? 'dcm' : 'zip';
  const original = { examId, content, seal: series.original } as const;
  const bytes = await call.imaging.pictures.bulkData(original, instance, path.toUpperCase());
  if (bytes === null) throw new Fault('not_found');
  const form = pixelForm(acceptedBy(call), '', 1);
  const contentType = 'application/octet-stream';
  const body = async () => Readable.from([Buffer.from(bytes)], { objectMode: false });
  return await giveParts(call, series, [{ contentType, sizeBytes: bytes.length, bytes: body }], {
    ...form,
    contentType,
  });
}

export const bulkdataEdges = bothEdges([dicomWeb.bulkdata, dicomWeb.examBulkdata], answerBulkdata);
