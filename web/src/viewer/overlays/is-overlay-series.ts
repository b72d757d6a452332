import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';

const modalities: readonly (string | null)[] = ['SEG', 'RTSTRUCT'];

/** Returns whether a series contains segmentations or structure sets. */
export const isOverlaySeries = ({ modality }: Pick<ViewerSeries, 'modality'>): boolean => modalities.includes(modality);
