import { examFrames } from '@medcloud/contract/routes/dicom-web';
import { api } from '../../calls/client/api.ts';
import type { PaneSeries } from '../loading/series-source.ts';
import type { Viewer } from '../viewer.ts';
import { ExamOverlays } from './exam-overlays.ts';

// The server decodes compressed frames: overlays need no decoder.
const accept = 'application/octet-stream;transfer-syntax=1.2.840.10008.1.2.1';

/** Fetches a frame's native pixels. Rejects like `api.send`. */
async function fetchNativeFrame(series: PaneSeries, instance: string, frame: number): Promise<Uint8Array> {
  const { examId, studyUid, seriesUid } = series;
  const params = { examId, study: studyUid, series: seriesUid, instance, frames: String(frame) };
  const response = await api.send(examFrames, { params, query: { accept } });
  return new Uint8Array(await response.arrayBuffer());
}

/** Creates the overlays of a viewer's exams. */
export const openOverlays = (viewer: Viewer): ExamOverlays =>
  new ExamOverlays({ metadataOf: (series) => viewer.metadataOf(series), fetchFrame: fetchNativeFrame });
