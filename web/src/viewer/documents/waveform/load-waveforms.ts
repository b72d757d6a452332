import { examBulkdata } from '@medcloud/contract/routes/dicom-web';
import { type DataSet, textOf } from '@medcloud/dicom/json';
import {
  decodeWaveformGroup,
  readWaveformHeaders,
  type WaveformGroup,
  type WaveformGroupHeader,
} from '@medcloud/dicom/waveform';
import { api } from '../../../calls/client/api.ts';
import type { SeriesAddress } from '../../loading/fetch-series.ts';

/** A group of channels of one of a series' instances. */
export interface WaveformSource {
  /** Unique in the series. */
  readonly id: string;
  readonly instanceUid: string;
  readonly header: WaveformGroupHeader;
  /** Electric signals of the heart, which paper shows in millimeters of a millivolt. */
  readonly isCardiac: boolean;
  /** The attributes of its file. */
  readonly facts: DataSet;
}

export interface WaveformSources {
  readonly sources: readonly WaveformSource[];
  /** Groups that the files have and that cannot be shown. */
  readonly unreadableCount: number;
}

const maxInstances = 50;
// PS3.4 B.5: ECG, hemodynamic and electrophysiology waveforms.
const cardiacClasses = /^1\.2\.840\.10008\.5\.1\.4\.1\.1\.9\.[123]\./;

/** Lists the waveforms of a series, of at most fifty instances. */
export function listWaveforms(sets: readonly DataSet[]): WaveformSources {
  const read = sets.slice(0, maxInstances).map((set) => ({ set, ...readWaveformHeaders(set) }));
  return {
    sources: read.flatMap(({ set, groups }) => {
      const instanceUid = textOf(set, '00080018') ?? '';
      const isCardiac = cardiacClasses.test(textOf(set, '00080016') ?? '');
      return groups.map((header) => ({
        id: `${instanceUid}/${header.number}`,
        instanceUid,
        header,
        isCardiac,
        facts: set,
      }));
    }),
    unreadableCount: read.reduce((sum, one) => sum + one.unreadableCount, 0),
  };
}

/** Loads a group's samples. Rejects like `api.send`. */
export async function loadWaveform(address: SeriesAddress, source: WaveformSource): Promise<WaveformGroup> {
  const { header, instanceUid } = source;
  return decodeWaveformGroup(header, header.inlineBytes ?? (await fetchSamples(address, instanceUid, header.number)));
}

async function fetchSamples(
  { examId, studyUid, seriesUid }: SeriesAddress,
  instance: string,
  number: number,
): Promise<Uint8Array> {
  const path = `54000100/${number}/54001010`;
  const params = { examId, study: studyUid, series: seriesUid, instance, path };
  const response = await api.send(examBulkdata, { params, query: { accept: 'application/octet-stream' } });
  return new Uint8Array(await response.arrayBuffer());
}
