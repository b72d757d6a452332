import type { OwnWindow } from '@medcloud/contract/choices';
import type { OwnExamWithSeries } from '@medcloud/contract/shapes/viewing';
import { useEffect, useState } from 'react';
import { classes } from '../../../lib/classes.ts';
import { useText } from '../../../text/language.tsx';
import type { OwnEnd } from './own-end.ts';
import { useImageGestures } from './use-image-gestures.ts';
import { type ShownImage, useOwnImage } from './use-own-image.ts';

const zooms = [1, 1.5, 2, 3, 4] as const;

/** Shows the images of a series, with a slider, buttons, wheel and swipe; larger ones scroll in their frame. */
export function SeriesImages({
  examId,
  series: { number, images: count },
  window,
  examName,
  onEnd,
}: {
  examId: string;
  series: OwnExamWithSeries['series'][number];
  window: OwnWindow | null;
  examName: string;
  onEnd: (end: OwnEnd) => void;
}) {
  const t = useText('access.own');
  const [{ image, step }, setPlace] = useState<{ image: number; step: 1 | -1 }>({ image: 1, step: 1 });
  const [zoom, setZoom] = useState(0);
  const goTo = (next: number) =>
    setPlace((before) => {
      const target = Math.min(count, Math.max(1, next));
      return target === before.image ? before : { image: target, step: target > before.image ? 1 : -1 };
    });
  const move = (by: number) =>
    setPlace((before) => ({
      image: Math.min(count, Math.max(1, before.image + by)),
      step: by > 0 ? 1 : -1,
    }));
  const { shown, isLoading, retry } = useOwnImage({ examId, series: number, image, window }, { count, step, onEnd });
  const gestures = useImageGestures({ isEnabled: zoom === 0, move });
  // a larger picture shows its middle first
  useEffect(() => {
    const frame = gestures.current;
    if (zoom > 0 && frame !== null)
      frame.scrollTo({
        left: (frame.scrollWidth - frame.clientWidth) / 2,
        top: (frame.scrollHeight - frame.clientHeight) / 2,
      });
  }, [zoom, gestures]);
  const label = (shownNumber: number) => ({ number: String(shownNumber), count: String(count) });
  return (
    <div className="flex flex-1 flex-col gap-2">
      {/* the picture on black, in either theme */}
      <div
        ref={gestures}
        // a larger picture scrolls by the arrow keys
        {...(zoom > 0 ? { tabIndex: 0, role: 'group', 'aria-label': examName } : {})}
        aria-busy={isLoading}
        className={classes(
          'relative flex h-[min(60dvh,100vw)] items-start overflow-auto rounded-card bg-black sm:h-[54dvh]',
          zoom === 0 && 'touch-none',
        )}
      >
        <ImageView
          shown={shown}
          zoom={zooms[zoom] ?? 1}
          alt={shown ? t('viewer.imageOf', { ...label(shown.image), exam: examName }) : ''}
          onRetry={retry}
        />
      </div>
      <p className="text-center figures" aria-live="polite">
        {shown === null || isLoading ? t('viewer.loading') : t('viewer.image', label(shown.image))}
      </p>
      {count > 1 && (
        <input
          type="range"
          min={1}
          max={count}
          value={image}
          onChange={(event) => goTo(Number(event.target.value))}
          aria-label={t('viewer.choose')}
          aria-valuetext={t('viewer.image', label(image))}
          className="h-11 w-full accent-primary"
        />
      )}
      <div className="flex justify-center gap-3">
        {count > 1 && (
          <>
            <ViewerButton sign="‹" label={t('viewer.previous')} isOff={image === 1} onClick={() => move(-1)} />
            <ViewerButton sign="›" label={t('viewer.next')} isOff={image === count} onClick={() => move(1)} />
          </>
        )}
        <ViewerButton sign="−" label={t('viewer.smaller')} isOff={zoom === 0} onClick={() => setZoom(zoom - 1)} />
        <ViewerButton
          sign="+"
          label={t('viewer.larger')}
          isOff={zoom === zooms.length - 1}
          onClick={() => setZoom(zoom + 1)}
        />
      </div>
    </div>
  );
}

function ImageView({
  shown,
  zoom,
  alt,
  onRetry,
}: {
  shown: ShownImage | null;
  zoom: number;
  alt: string;
  onRetry: () => void;
}) {
  const t = useText('access.own');
  if (shown === null) return null;
  if ('url' in shown)
    return (
      <img
        src={shown.url}
        alt={alt}
        draggable={false}
        className="shrink-0 object-contain"
        style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
      />
    );
  return (
    <div role="alert" className="m-auto max-w-100 p-4 text-center text-white">
      <p>{t(shown.fault === 'notShown' ? 'viewer.notShown' : 'failed.text')}</p>
      {shown.fault === 'failed' && (
        <button type="button" onClick={onRetry} className="mt-2 min-h-11 px-3 font-semibold underline">
          {t('viewer.retry')}
        </button>
      )}
    </div>
  );
}

function ViewerButton({
  sign,
  label,
  isOff,
  onClick,
}: {
  /** A character: an icon that the viewer has too would become a script of its own. */
  sign: string;
  label: string;
  isOff: boolean;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      className={classes(
        'flex size-12 items-center justify-center rounded-card border border-line-mid bg-surface text-ink hover:bg-sunken',
        isOff && 'opacity-50',
      )}
    >
      <span aria-hidden className="text-[1.5rem] leading-none">
        {sign}
      </span>
    </button>
  );
}
