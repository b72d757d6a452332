import { searchExamInstances } from '@medcloud/contract/routes/dicom-web';
import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { useQuery } from '@tanstack/react-query';
import { queryKeyOf } from '../../../../calls/client/use-api-query.ts';
import { useText } from '../../../../text/language.tsx';
import { findImages, type ImageAddress, maxImagesFound } from '../../../../viewer/loading/find-images.ts';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { ExamItem } from '../../../../viewer/measure/known-images.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { useSeriesName } from '../panels/series-button.tsx';

/** Items of one image, with the series that has it. */
export interface ImageItems {
  /** Undefined until it is found, or if the exam does not have the image. */
  readonly series: PaneSeries | undefined;
  readonly title: string;
  readonly sop: string;
  readonly items: readonly ExamItem[];
}

const sopOf = ({ on }: ExamItem) => ('image' in on ? on.image.sop : '');
const frameOf = ({ on }: ExamItem) => ('image' in on ? on.image.frame : 0);

const noAddresses: ReadonlyMap<string, ImageAddress> = new Map();

/** Finds the series of images, also of those that were not opened. */
function useImageAddresses(examId: string, instanceUids: readonly string[]): ReadonlyMap<string, ImageAddress> {
  const uids = instanceUids.slice(0, maxImagesFound);
  const { data } = useQuery({
    queryKey: queryKeyOf(searchExamInstances, [examId, uids]),
    queryFn: ({ signal }) => findImages(examId, uids, signal),
    enabled: uids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: (previous) => previous,
  });
  return data ?? noAddresses;
}

/** Groups an exam's items by the series on whose planes they lie, in the order of its series. */
export function usePlaneItems(examView: ViewerExam, items: readonly ExamItem[]): ImageItems[] {
  const t = useText('viewer');
  const nameOf = useSeriesName();
  const onPlanes = items.filter((item) => item.examId === examView.exam.id && 'plane' in item.on);
  const groups = Map.groupBy(onPlanes, ({ on }) => ('plane' in on ? on.plane.series : ''));
  const list = paneSeriesOf(examView);
  return [...groups]
    .map(([seriesUid, group]) => ({ group, index: list.findIndex((series) => series.seriesUid === seriesUid) }))
    .toSorted((one, other) => one.index - other.index)
    .map(({ group, index }) => {
      const series = list[index];
      return {
        ...{ series, sop: '', items: group },
        title: [series && nameOf(series), t('measure.planes')].filter(Boolean).join(' · '),
      };
    });
}

/** Groups an exam's items by image: in the order of its series, then of the images. */
export function usePlacedItems(viewer: Viewer, examView: ViewerExam, items: readonly ExamItem[]): ImageItems[] {
  const t = useText('viewer');
  const nameOf = useSeriesName();
  const own = items.filter((item) => item.examId === examView.exam.id && 'image' in item.on);
  const addresses = useImageAddresses(examView.exam.id, [...new Set(own.map(sopOf))].toSorted());
  const list = paneSeriesOf(examView);
  const groups = Map.groupBy(own, (item) => `${sopOf(item)} ${frameOf(item)}`);
  const placed = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const address = addresses.get(sopOf(first));
    const index = list.findIndex(
      ({ studyUid, seriesUid }) => studyUid === address?.studyUid && seriesUid === address.seriesUid,
    );
    const number =
      viewer.measurements.imageOf(first)?.number ?? (frameOf(first) > 1 ? frameOf(first) : address?.number);
    return [{ series: list[index], index, number, sop: sopOf(first), items: group }];
  });
  return placed
    .toSorted((one, other) => one.index - other.index || (one.number ?? 0) - (other.number ?? 0))
    .map(({ series, number, sop, items: group }) => {
      const position = number === undefined ? '' : t('measure.position', { number: String(number) });
      return { series, sop, items: group, title: [series && nameOf(series), position].filter(Boolean).join(' · ') };
    });
}
