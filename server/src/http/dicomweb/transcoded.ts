import { Fault } from '@medcloud/contract/faults';
import type { ManifestInstance } from '../../domain/imaging/index/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import { streamFrame } from '../../domain/imaging/read-frame.ts';
import type { ExplicitHead } from '../../domain/imaging/transcode/explicit-head.ts';
import type { DicomWebCall } from './call.ts';
import { explicitLittle, isLittleEndianNative } from './media-types.ts';
import type { Part } from './multipart.ts';
import { renderImage, withWorker } from './send-rendered.ts';

const explicitBigEndian = '1.2.840.10008.1.2.2';
const anySize = { width: 0, height: 0 };

/**
 * Transcodes an instance to Explicit VR Little Endian (PS3.5 A.2). Its frames are decoded by workers and cached, one
 * after another as the client reads; the first one at once. Throws `not_acceptable` if that or the file's head cannot be
 * decoded, and for a big-endian file that a virus scanner checked.
 */
export async function transcodedPart(
  call: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
): Promise<Part> {
  // its values are in another order than the virus scanner saw
  if (series.row.scanState !== 'none' && instance.transferSyntax === explicitBigEndian)
    throw new Fault('not_acceptable');
  const content = instance.crc32 === null ? 'dcm' : 'zip';
  const original = { examId: series.row.examId, content, objectKey: series.original } as const;
  const head = await withWorker(call, (options) =>
    call.imaging.renderWorkers.encodeExplicitHead(original, instance, options),
  );
  if (head.frames > 0 && !isLittleEndianNative(instance.transferSyntax)) await decode(call, series, instance, 1);
  return {
    contentType: `application/dicom; transfer-syntax=${explicitLittle}`,
    sizeBytes: head.bytes.length + head.frames * head.frameBytes + head.paddingBytes,
    bytes: async () => streamInstance(call, series, instance, head),
  };
}

/** Instances to send, with their series. */
export interface SeriesInstance {
  readonly series: OpenSeries;
  readonly instance: ManifestInstance;
}

/** Transcodes instances one after another, the first one before anything is sent. Throws as `transcodedPart` does. */
export async function openTranscodedParts(
  call: DicomWebCall,
  [first, ...others]: readonly SeriesInstance[],
): Promise<AsyncGenerator<Part>> {
  const opened = first && (await transcodedPart(call, first.series, first.instance));
  async function* parts() {
    if (opened !== undefined) yield opened;
    for (const { series, instance } of others) yield await transcodedPart(call, series, instance);
  }
  return parts();
}

const decode = (call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, frame: number) =>
  renderImage(call, series, { instance, frame, format: 'native', within: anySize, window: null });

async function* streamInstance(
  call: DicomWebCall,
  series: OpenSeries,
  instance: ManifestInstance,
  head: ExplicitHead,
): AsyncGenerator<Uint8Array> {
  yield head.bytes;
  for (let frame = 1; frame <= head.frames; frame++) yield* checkLength(readFrame(call, series, instance, frame), head);
  if (head.paddingBytes > 0) yield new Uint8Array(head.paddingBytes);
}

async function* readFrame(call: DicomWebCall, series: OpenSeries, instance: ManifestInstance, frame: number) {
  if (!isLittleEndianNative(instance.transferSyntax)) yield await decode(call, series, instance, frame);
  else yield* (await streamFrame(call.context.objects, series, instance, frame)) ?? [];
}

/** Ends the response early rather than with frames that are shifted. */
async function* checkLength(chunks: AsyncIterable<Uint8Array>, { frameBytes }: ExplicitHead) {
  let sizeBytes = 0;
  for await (const chunk of chunks) {
    sizeBytes += chunk.length;
    yield chunk;
  }
  if (sizeBytes !== frameBytes) throw new RangeError(`A frame has ${sizeBytes} instead of ${frameBytes} bytes.`);
}
