import { ApiError } from '@medcloud/contract/api-client';
import { useEffect, useState } from 'react';
import type { OwnImageAddress } from '../../../calls/own.ts';
import { ImageLoader } from './image-loader.ts';
import { type OwnEnd, readEnd } from './own-end.ts';

/** The image on the screen with its own number, so that no number stands beside another picture. */
export type ShownImage = { image: number; url: string } | { image: number; fault: 'notShown' | 'failed' };

const maxAhead = 3;

/**
 * Loads the wanted image and the next ones in the direction of the last step. `shown` stays the image before until the
 * wanted one is there.
 */
export function useOwnImage(
  { examId, series, image, window }: OwnImageAddress,
  { count, step, onEnd }: { count: number; step: 1 | -1; onEnd: (end: OwnEnd) => void },
) {
  const [loader, setLoader] = useState<ImageLoader | null>(null);
  const [shown, setShown] = useState<ShownImage | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    const opened = new ImageLoader();
    setLoader(opened);
    return () => opened.close();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the same image again
  useEffect(() => {
    if (loader === null) return;
    let isCurrent = true;
    const show = (next: ShownImage) => {
      if (isCurrent) setShown(next);
    };
    const addressOf = (number: number) => ({ examId, series, image: number, window });
    loader.load(addressOf(image)).then(
      (url) => {
        show({ image, url });
        const ahead = Array.from({ length: maxAhead }, (_, index) => image + step * (index + 1));
        if (isCurrent) loader.prefetch(ahead.filter((number) => number >= 1 && number <= count).map(addressOf));
      },
      (error) => {
        const end = readEnd(error);
        if (end !== null && isCurrent) onEnd(end);
        else show({ image, fault: error instanceof ApiError && error.status === 406 ? 'notShown' : 'failed' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [loader, examId, series, image, window, count, step, onEnd, attempt]);
  return { shown, isLoading: shown?.image !== image, retry: () => setAttempt((before) => before + 1) };
}
