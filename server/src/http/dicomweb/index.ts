import type { Viewings } from '../../domain/dicomweb/viewings.ts';
import type { Edge } from '../server/edge.ts';
import { bulkdataEdges } from './bulkdata.ts';
import { frameEdges } from './frames.ts';
import { metadataEdges } from './metadata.ts';
import { renderedEdges } from './rendered.ts';
import { renderedManyEdges } from './rendered-many.ts';
import { retrieveEdges } from './retrieve.ts';
import { searchEdges } from './search.ts';
import { thumbnailEdges } from './thumbnail.ts';

/** Every edge of DICOMweb. */
export const dicomWebEdges: readonly Edge[] = [
  ...searchEdges,
  ...retrieveEdges,
  ...metadataEdges,
  ...frameEdges,
  ...bulkdataEdges,
  ...renderedEdges,
  ...renderedManyEdges,
  ...thumbnailEdges,
];

const tellEveryMs = 60_000;

/** Tells of viewings as their time is over; the answer tells of all that are left. */
export function tellViewings(viewings: Viewings): () => Promise<void> {
  const timer = setInterval(() => void viewings.tell({ all: false }).catch(() => undefined), tellEveryMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await viewings.tell({ all: true });
  };
}
