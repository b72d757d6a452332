import type { Window } from './stack/image-metadata.ts';

/** An image that a link names: `#image={SOP Instance UID}/{frame}&window={width},{center}`. No log has a fragment. */
export interface ImageLink {
  readonly sop: string;
  /** From 1. */
  readonly frame: number;
  readonly window: Window | undefined;
}

// PS3.5 9.1: at most 64 characters.
const imagePattern = /^([\d.]{1,64})(?:\/(\d{1,6}))?$/;

/** Returns the image that a URL's fragment names, or null. A window that cannot be read is left out. */
export function parseImageLink(fragment: string): ImageLink | null {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const [, sop, frame = '1'] = imagePattern.exec(params.get('image') ?? '') ?? [];
  return sop === undefined ? null : { sop, frame: Number(frame), window: parseWindow(params.get('window')) };
}

function parseWindow(text: string | null): Window | undefined {
  const [width = Number.NaN, center = Number.NaN, ...rest] = text?.split(',').map(Number) ?? [];
  return rest.length === 0 && Number.isFinite(center) && width >= 1 && Number.isFinite(width)
    ? { width, center }
    : undefined;
}

/** Returns the fragment that names an image in its window. */
export function formatImageLink({ sop, frame, window }: ImageLink): string {
  const inWindow = window ? `&window=${Math.round(window.width)},${Math.round(window.center)}` : '';
  return `#image=${sop}/${frame}${inWindow}`;
}
