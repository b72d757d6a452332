import type { ViewingFault } from '@medcloud/contract/shapes/exams';
import type { Seal } from '../../../platform/blobs/container.ts';
import type { ArchiveSeen } from '../../portal/arrivals.ts';
import type { IndexedExam } from '../indexing/index-exam.ts';
import type { ManifestInstance } from '../manifest.ts';
import type { CleanPicture } from '../pictures/decode-picture.ts';
import type { FramesAsked } from '../pictures/encode-frames.ts';
import type { PictureAsked } from '../pictures/make-picture.ts';
import type { PictureFaultCode } from '../pictures/picture-fault.ts';

/** An exam's original: where it lies, and what opens it. */
export interface Original {
  readonly examId: string;
  readonly content: 'dcm' | 'zip';
  readonly seal: Seal;
  /** The folder of the store of objects. */
  readonly objectsFolder: string;
}

/** What the imaging thread is told to do. */
export type ImagingOrder =
  | { readonly act: 'index'; readonly original: Original; readonly seen: ArchiveSeen | null }
  | { readonly act: 'decode'; readonly original: Original }
  | { readonly act: 'picture'; readonly original: Original; readonly asked: PictureAsked }
  | { readonly act: 'encode'; readonly original: Original; readonly frames: readonly FramesAsked[] }
  | { readonly act: 'bulk'; readonly original: Original; readonly instance: ManifestInstance; readonly path: string };

/** What it answers. Faults of its own come as an answer, so that their code survives the way. */
export type ImagingAnswer =
  | { readonly act: 'index'; readonly indexed: IndexedExam }
  | { readonly act: 'decode'; readonly picture: CleanPicture }
  | { readonly act: 'picture'; readonly bytes: Uint8Array }
  | { readonly act: 'encode'; readonly frames: readonly (Uint8Array | null)[] }
  | { readonly act: 'bulk'; readonly bytes: Uint8Array | null }
  | { readonly act: 'no-picture'; readonly fault: PictureFaultCode }
  | { readonly act: 'refused'; readonly fault: ViewingFault };
