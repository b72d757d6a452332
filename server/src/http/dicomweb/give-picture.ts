import { Readable } from 'node:stream';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { ManifestInstance } from '../../domain/imaging/manifest.ts';
import type { OpenSeries } from '../../domain/imaging/open-series.ts';
import type { PictureFormat } from '../../domain/imaging/pictures/encode-picture.ts';
import type { PictureAsked } from '../../domain/imaging/pictures/make-picture.ts';
import { PictureFault } from '../../domain/imaging/pictures/picture-fault.ts';
import { type Accepted, covers } from './accept.ts';
import { acceptedBy, type DicomWebCall } from './call.ts';
import { give } from './give.ts';

// PS3.18 8.7.4: JPEG where nothing is said.
const formats: readonly PictureFormat[] = ['jpeg', 'png', 'webp'];

/** The format of a picture that the client takes. Fails with `not_acceptable`. */
export function pictureFormat(accepted: readonly Accepted[]): PictureFormat {
  for (const { type } of accepted) {
    const format = formats.find((one) => covers(type, `image/${one}`));
    if (format !== undefined) return format;
  }
  throw new Fault('not_acceptable');
}

/** Gives a picture of a frame, made for this call. What has none is 404, what cannot be painted here 406. */
export async function givePicture(
  call: DicomWebCall,
  series: OpenSeries,
  asked: { instance: ManifestInstance; frame: number } & Pick<PictureAsked, 'within' | 'window'>,
): Promise<unknown> {
  const { scope, asking, imaging } = call;
  const format = pictureFormat(acceptedBy(call));
  const { examId } = series.row;
  await imaging.viewings.note(scope, asking, series.row, 'pictures');
  const bytes = await pictureOf(call, series, { ...asked, format });
  return await give(call, {
    examId,
    headers: { 'content-type': `image/${format}` },
    sizeBytes: bytes.length,
    bytes: async () => Readable.from([Buffer.from(bytes)], { objectMode: false }),
  });
}

/** A picture of a frame, made now. Fails as `givePicture` does. */
export async function pictureOf(
  { imaging }: DicomWebCall,
  { row, original }: OpenSeries,
  asked: PictureAsked,
): Promise<Uint8Array> {
  const content = asked.instance.crc32 === null ? 'dcm' : 'zip';
  return await imaging.pictures.picture({ examId: row.examId, content, seal: original }, asked).catch(asFault);
}

function asFault(error: unknown): never {
  if (!(error instanceof PictureFault)) throw error;
  throw new Fault(error.code === 'no_pixels' ? 'not_found' : 'not_acceptable');
}

type Query = DicomWebCall['query'];

/** PS3.18 8.3.5.1.4: center, width and function, of which only the linear one is drawn. Null: the file's own. */
export function readWindow({ window }: Query): PictureAsked['window'] {
  if (window === undefined) return null;
  const [center, width, shape = 'linear'] = String(window).split(',');
  const numbers = [Number(center), Number(width)];
  const isRight = center !== '' && width !== undefined && width !== '' && numbers.every(Number.isFinite);
  if (!isRight || Number(width) <= 0 || shape.toLowerCase() !== 'linear')
    throw fieldFault('window', 'window is center,width,linear.');
  return { center: Number(center), width: Number(width) };
}

const mostSide = 8_192;

/** PS3.18 8.3.5.1.3: width and height that the picture fits in; a part of the frame is not cut out. */
export function readViewport({ viewport }: Query): PictureAsked['within'] {
  if (viewport === undefined) return { width: mostSide, height: mostSide };
  const sizes = String(viewport).split(',');
  const [width = 0, height = 0] = sizes.map(Number);
  const isRight = sizes.length === 2 && [width, height].every((side) => Number.isInteger(side) && side > 0);
  if (!isRight) throw fieldFault('viewport', 'viewport is width,height.');
  return { width: Math.min(width, mostSide), height: Math.min(height, mostSide) };
}
