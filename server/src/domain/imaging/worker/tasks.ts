import type { ViewingFault } from '@medcloud/contract/shapes/exams';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { ScannedArchive } from '../../exams/receive/zip-upload-scanner.ts';
import type { IndexedExam } from '../index/index-exam.ts';
import type { ManifestInstance } from '../index/manifest.ts';
import type { DecodedImage } from '../render/decode-image.ts';
import type { FramesToEncode } from '../render/encode/encode-frames.ts';
import type { RefusedForm, RenderFaultCode } from '../render/render-fault.ts';
import type { RenderRequest } from '../render/render-image.ts';
import type { ExplicitHead } from '../transcode/explicit-head.ts';

/** An exam's original with its object key. */
export interface Original {
  readonly examId: string;
  readonly content: 'dcm' | 'zip';
  readonly objectKey: ObjectKey;
  /** The folder of the object store. */
  readonly objectsFolder: string;
}

/** Tasks of an imaging worker. */
export type ImagingTask =
  | { readonly kind: 'warm-up' }
  | { readonly kind: 'index'; readonly original: Original; readonly scannedArchive: ScannedArchive | null }
  | { readonly kind: 'decode'; readonly original: Original }
  | { readonly kind: 'render'; readonly original: Original; readonly request: RenderRequest }
  | { readonly kind: 'explicit-head'; readonly original: Original; readonly instance: ManifestInstance }
  | { readonly kind: 'encode'; readonly original: Original; readonly frames: readonly FramesToEncode[] }
  | { readonly kind: 'bulk'; readonly original: Original; readonly instance: ManifestInstance; readonly path: string };

/** Results of a task. Expected faults are results, so their code survives the transfer between threads. */
export type ImagingResult =
  | { readonly kind: 'warm-up' }
  | { readonly kind: 'index'; readonly indexed: IndexedExam }
  | { readonly kind: 'decode'; readonly image: DecodedImage }
  | { readonly kind: 'render'; readonly bytes: Uint8Array }
  | { readonly kind: 'explicit-head'; readonly head: ExplicitHead }
  | { readonly kind: 'encode'; readonly frames: readonly (Uint8Array | null)[] }
  | { readonly kind: 'bulk'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'render-fault'; readonly fault: RenderFaultCode; readonly form: RefusedForm | null }
  | { readonly kind: 'imaging-fault'; readonly fault: ViewingFault };
