import type { WaveformGroup } from '@medcloud/dicom/waveform';
import { useState } from 'react';
import type { Caliper } from '../../../../../viewer/documents/waveform/caliper.ts';
import { type Gain, pagesOf, paperWidth, type Speed } from '../../../../../viewer/documents/waveform/paper.ts';

/** A caliper on one of the sheets. */
interface PlacedCaliper {
  readonly sheet: number;
  readonly points: Caliper;
}

/** What is shown of a group, and how. */
export function usePaper(group: WaveformGroup, isCardiac: boolean) {
  const [speed, setSpeed] = useState<Speed>(25);
  const [gain, setGain] = useState<Gain>(10);
  const [pageIndex, setPageIndex] = useState(0);
  const [caliper, setCaliper] = useState<PlacedCaliper>();
  const pages = pagesOf(group, speed);
  const goTo = (index: number) => {
    setPageIndex(Math.min(pages.length - 1, Math.max(0, index)));
    setCaliper(undefined);
  };
  return {
    ...{ speed, gain, pages, goTo, caliper, setCaliper },
    pageIndex: Math.min(pageIndex, pages.length - 1),
    hasGain: isCardiac && group.channels.some(({ unit }) => unit === 'mV'),
    setSpeed: (chosen: Speed) => {
      setPageIndex(Math.floor((pages[pageIndex]?.from ?? 0) / (paperWidth / chosen)));
      setSpeed(chosen);
      setCaliper(undefined);
    },
    setGain: (chosen: Gain) => {
      setGain(chosen);
      setCaliper(undefined);
    },
  };
}

export type PaperView = ReturnType<typeof usePaper>;
