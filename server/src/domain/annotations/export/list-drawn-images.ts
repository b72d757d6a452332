import type { Annotation, AnnotationView } from '@medcloud/contract';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import { type FoundImage, findImages } from '../../imaging/find-images.ts';
import { textAt } from '../../imaging/index/json-values.ts';
import type { ReadContext } from '../../imaging/open-series.ts';
import { type ImageFacts, readImageFacts } from '../image-facts.ts';
import type { ValueWords } from './value-words.ts';

/** An item with its number in the file, and where it is: series and image. */
export interface NumberedItem {
  readonly item: Annotation;
  readonly number: number;
  readonly place: string;
}

/** One frame with what is drawn on it. */
export interface DrawnImage extends Pick<FoundImage, 'series' | 'instance'> {
  readonly facts: ImageFacts;
  readonly frame: number;
  /** Its lowest values are white (MONOCHROME1). */
  readonly isWhiteLow: boolean;
  readonly place: string;
  readonly view: AnnotationView | undefined;
  readonly items: readonly NumberedItem[];
}

type FoundFrame = Omit<DrawnImage, 'items' | 'frame' | 'view'>;

/**
 * Reads the images that items lie on and numbers the items: those of key images first, then in the exam's order. Items
 * on planes, and on images that the exam does not have any more, are last and have no drawing.
 */
export async function listDrawnImages(
  readContext: ReadContext,
  scope: CenterScope | DoctorScope,
  { examId }: VisibleExam,
  items: readonly Annotation[],
  { t }: ValueWords,
): Promise<{ items: NumberedItem[]; drawnImages: DrawnImage[] }> {
  const found = new Map<string, FoundFrame>();
  const seriesNames = new Map<string, string>();
  const wanted = {
    instances: new Set(items.flatMap(({ on }) => ('image' in on ? [on.image.sop] : []))),
    series: new Set(items.flatMap(({ on }) => ('plane' in on ? [on.plane.series] : []))),
  };
  for await (const { series, instance, header } of findImages(readContext, scope, examId, wanted)) {
    const facts = readImageFacts({ series, instance, header });
    const name = textAt(header, '0008103E', 64) ?? facts.modality;
    const number = series.index.instances.indexOf(instance) + 1;
    const place = `${name} · ${t('image')} ${number}`;
    seriesNames.set(facts.seriesUid, name);
    found.set(facts.sop, { series, instance, facts, place, isWhiteLow: textAt(header, '00280004') === 'MONOCHROME1' });
  }
  const groups = groupByFrame(items, [...found.keys()]);
  const numbered: NumberedItem[] = [];
  const add = (item: Annotation, place: string) => {
    const one = { item, place, number: numbered.length + 1 };
    numbered.push(one);
    return one;
  };
  const drawnImages = groups.flatMap(({ sop, frame, ofFrame }) => {
    const image = found.get(sop);
    if (image === undefined) return [];
    const place = image.facts.frames > 1 ? `${image.place} · ${t('frame')} ${frame}` : image.place;
    return [{ ...image, frame, place, view: viewOf(ofFrame), items: ofFrame.map((item) => add(item, place)) }];
  });
  for (const item of items)
    if ('plane' in item.on) add(item, `${seriesNames.get(item.on.plane.series) ?? ''} · ${t('pdf.plane')}`);
    else if (!found.has(item.on.image.sop)) add(item, '');
  return { items: numbered, drawnImages };
}

const isKeyImage = ({ kind }: Annotation) => kind === 'key-image';

function groupByFrame(items: readonly Annotation[], order: readonly string[]) {
  const groups = Map.groupBy(items, ({ on }) => ('image' in on ? `${on.image.sop} ${on.image.frame}` : ''));
  return [...groups.values()]
    .flatMap((ofFrame) => {
      const [first] = ofFrame;
      return first !== undefined && 'image' in first.on ? [{ ...first.on.image, ofFrame }] : [];
    })
    .toSorted(
      (one, other) =>
        Number(other.ofFrame.some(isKeyImage)) - Number(one.ofFrame.some(isKeyImage)) ||
        order.indexOf(one.sop) - order.indexOf(other.sop) ||
        one.frame - other.frame,
    );
}

/** A frame is shown as its key image was, else as its last item was. */
function viewOf(items: readonly Annotation[]): AnnotationView | undefined {
  return items.find((item) => isKeyImage(item) && item.view)?.view ?? items.findLast(({ view }) => view)?.view;
}
