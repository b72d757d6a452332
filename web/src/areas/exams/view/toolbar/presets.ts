import { textOf } from '@medcloud/dicom/json';
import { type NamedWindow, type Window, windowsOf } from '../../../../viewer/stack/image-metadata.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { PercentileWindow } from '../../../../viewer/stack/percentile-windows.ts';

/** A window preset: a common one, one from the file, or one between percentiles of the image's values. */
export interface Preset extends Window {
  readonly key: 'fromFile' | 'percentile' | 'abdomen' | 'lung' | 'bone' | 'brain';
  /** The name from the file. */
  readonly name?: string | undefined;
  /** Its number, if the file has several presets without names. */
  readonly number?: number;
  /** The percentiles, of such a preset. */
  readonly range?: Pick<PercentileWindow, 'low' | 'high'>;
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

const toPercentilePreset = ({ low, high, ...window }: PercentileWindow): Preset => ({
  key: 'percentile',
  range: { low, high },
  ...window,
});

const isSameWindow = (one: Window, other: Window) =>
  Math.abs(one.width - other.width) < 1 && Math.abs(one.center - other.center) < 1;

/** The same window, or a common one whose name the file gives to a window of its own. */
const isSamePreset = (one: Preset, other: Preset) => isSameWindow(one, other) || one.name?.toLowerCase() === other.key;

/**
 * Returns the presets of a pane's image: the file's own first, then those of its modality, each window and name once.
 * Color images have none.
 */
export function presetsOf(
  pane: Pick<PaneState, 'frames' | 'index' | 'percentileWindows'> | undefined,
): readonly Preset[] {
  const frame = pane?.frames[pane.index];
  if (!frame || (textOf(frame.attributes, '00280004') ?? 'MONOCHROME2').startsWith('MONOCHROME') === false) return [];
  const isCt = textOf(frame.attributes, '00080060') === 'CT';
  const presets = [
    ...windowsOf(frame.attributes).map(toFilePreset),
    ...(isCt ? ctPresets : pane.percentileWindows.map(toPercentilePreset)),
  ];
  return presets.filter((preset, index) => presets.findIndex((one) => isSamePreset(one, preset)) === index);
}

/** Returns the preset that is set now, or undefined if the window was set by hand. */
export function findPreset(presets: readonly Preset[], window: Window | undefined): Preset | undefined {
  // Cornerstone has null for an image without one
  return window ? presets.find((preset) => isSameWindow(preset, window)) : undefined;
}
