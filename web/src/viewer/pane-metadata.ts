import type { DataSet } from '@medcloud/dicom/json';
import type { Viewer } from './viewer.ts';

/** Returns the metadata of all instances of a pane's series. */
export async function metadataOfPane(viewer: Viewer, paneIndex: number): Promise<DataSet[]> {
  const series = viewer.getSnapshot().panes[paneIndex]?.series;
  return series ? await viewer.metadataOf(series) : [];
}

/** Returns all attributes of the instance that a pane shows. */
export async function tagsOfPane(viewer: Viewer, paneIndex: number): Promise<DataSet | undefined> {
  const pane = viewer.getSnapshot().panes[paneIndex];
  const sets = await metadataOfPane(viewer, paneIndex);
  const uid = pane?.frames[pane.index]?.instanceUid;
  return sets.find((set) => set['00080018']?.Value?.[0] === uid) ?? sets[0];
}
