import { textOf } from '@medcloud/dicom/json';
import type { Frame } from '../../../../viewer/loading/frames.ts';
import { type NamedWindow, type Window, windowsOf } from '../../../../viewer/stack/image-metadata.ts';

/** A window preset: a common one, or one from the file. */
export interface Preset extends Window {
  readonly key: 'fromFile' | 'abdomen' | 'lung' | 'bone' | 'brain';
  /** The name from the file. */
  readonly name?: string | undefined;
  /** Its number, if the file has several presets without names. */
  readonly number?: number;
}

// Hounsfield units, common values of CT.
const ctPresets: readonly Preset[] = [
  { key: 'abdomen', width: 400, center: 40 },
  { key: 'lung', width: 1500, center: -600 },
  { key: 'bone', width: 2000, center: 400 },
  { key: 'brain', width: 80, center: 40 },
];

function toFilePreset({ width, center, name }: NamedWindow, index: number, all: readonly NamedWindow[]): Preset {
  return { key: 'fromFile', width, center, name, ...(all.length > 1 ? { number: index + 1 } : {}) };
}

/** Returns an image's presets: the file's own first, then those of its modality. Color images have none. */
export function presetsOf(frame: Frame | undefined): readonly Preset[] {
  if (!frame || (textOf(frame.attributes, '00280004') ?? 'MONOCHROME2').startsWith('MONOCHROME') === false) return [];
  const filePresets = windowsOf(frame.attributes).map(toFilePreset);
  return textOf(frame.attributes, '00080060') === 'CT' ? [...filePresets, ...ctPresets] : filePresets;
}

/** Returns the preset that is set now, or undefined if the window was set by hand. */
export function findPreset(presets: readonly Preset[], window: Window | undefined): Preset | undefined {
  if (!window) return undefined;
  return presets.find(
    ({ width, center }) => Math.abs(width - window.width) < 1 && Math.abs(center - window.center) < 1,
  );
}
