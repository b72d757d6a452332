import type { Annotation } from '@medcloud/contract/shapes/annotations';
import type { DataSet } from '@medcloud/dicom/json';
import { examOf } from '../loading/fetch-series.ts';
import type { Frame } from '../loading/frames.ts';
import type { PlacedImage } from './image-points.ts';

/** An item with its exam. */
export interface ExamItem extends Annotation {
  readonly examId: string;
  /** Of another author's set: read-only. */
  readonly isLayer?: boolean;
}

/** An image that items can lie on. */
export interface KnownImage extends PlacedImage {
  readonly imageId: string;
  readonly examId: string;
  readonly sop: string;
  /** Of the instance, from 1. */
  readonly frame: number;
  /** In its series, from 1. */
  readonly number: number;
}

const keyOf = (examId: string, sop: string, frame: number) => `${examId} ${sop} ${frame}`;

/** The images of the series that were shown, by their id in the viewer and by what an item says of them. */
export class KnownImages {
  readonly #attributesOf: (imageId: string) => DataSet | undefined;
  readonly #images = new Map<string, KnownImage>();
  readonly #imageIds = new Map<string, string>();

  /** `attributesOf` returns the attributes with which Cornerstone places an image. */
  constructor(attributesOf: (imageId: string) => DataSet | undefined) {
    this.#attributesOf = attributesOf;
  }

  add(frames: readonly Frame[]): void {
    for (const [index, { imageId, instanceUid: sop, number: frame, attributes: stored }] of frames.entries()) {
      const examId = examOf(imageId);
      this.#images.set(imageId, { imageId, examId, sop, frame, number: index + 1, shown: stored, stored });
      this.#imageIds.set(keyOf(examId, sop, frame), imageId);
    }
  }

  find(imageId: string | undefined): KnownImage | undefined {
    const image = imageId === undefined ? undefined : this.#images.get(imageId);
    return image && { ...image, shown: this.#attributesOf(image.imageId) ?? image.stored };
  }

  /** Returns the image of an item, if its series was shown. */
  of({ examId, on }: ExamItem): KnownImage | undefined {
    return 'image' in on ? this.find(this.#imageIds.get(keyOf(examId, on.image.sop, on.image.frame))) : undefined;
  }
}
