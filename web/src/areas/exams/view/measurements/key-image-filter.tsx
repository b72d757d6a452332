import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Star } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { imageThumbnailAddress } from '../../../../viewer/loading/find-images.ts';
import type { ExamItem } from '../../../../viewer/measure/known-images.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { usePlacedItems } from './use-placed-items.ts';

interface KeyImageProps {
  viewer: Viewer;
  examView: ViewerExam;
}

/** The key images of an exam, in the order of its series. */
function KeyImageList({ viewer, examView, items }: KeyImageProps & { items: readonly ExamItem[] }) {
  const images = usePlacedItems(viewer, examView, items);
  return (
    <ul className="flex gap-2 px-3 py-2 md:flex-col md:gap-1.5 md:px-2.5">
      {images.map(({ series, title, sop, items: [item] }) => (
        <li key={item?.id}>
          <button
            type="button"
            disabled={!series || !item}
            onClick={() => series && item && void viewer.chooseItem(item, series)}
            className="flex w-full items-center gap-3 rounded-card p-1.5 text-left hover:bg-v-raised focus-visible:outline-v-active"
          >
            <span className="size-15 shrink-0 overflow-hidden rounded-badge bg-v-field md:size-16">
              {series && (
                <img
                  src={imageThumbnailAddress(series, sop)}
                  alt=""
                  loading="lazy"
                  className="size-full object-contain"
                />
              )}
            </span>
            <span className="min-w-0 text-small max-md:sr-only">
              {item?.label && <span className="block truncate font-semibold">{item.label}</span>}
              <span className="line-clamp-2 text-v-muted figures">{title}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Offers to show the key images in place of the series. Shows the series alone while there are none. */
export function KeyImageFilter({ viewer, examView, children }: KeyImageProps & { children: ReactNode }) {
  const t = useText('viewer');
  const { items } = useSyncExternalStore(viewer.subscribe, () => viewer.getSnapshot().measurements);
  const [isChosen, setIsChosen] = useState(false);
  const keyImages = items.filter((item) => item.kind === 'key-image' && item.examId === examView.exam.id);
  const isFiltered = isChosen && keyImages.length > 0;
  return (
    <>
      {keyImages.length > 0 && (
        <button
          type="button"
          aria-pressed={isFiltered}
          onClick={() => setIsChosen(!isFiltered)}
          className={classes(
            'mx-2.5 flex min-h-11 shrink-0 items-center gap-2 self-center rounded-card px-2.5 text-small font-strong hover:bg-v-raised focus-visible:outline-v-active max-md:mr-0 md:mt-2 md:min-h-9 md:self-stretch',
            isFiltered && 'bg-v-active-soft text-v-active',
          )}
        >
          <Star size={16} aria-hidden="true" />
          <span className="flex-1 text-left">{t('measure.keyImages')}</span>
          <span className="font-normal figures">{keyImages.length}</span>
        </button>
      )}
      {isFiltered ? <KeyImageList {...{ viewer, examView }} items={keyImages} /> : children}
    </>
  );
}
