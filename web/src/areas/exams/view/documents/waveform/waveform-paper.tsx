import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import type { WaveformGroup } from '@medcloud/dicom/waveform';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useIsNarrow } from '../../../../../lib/media.ts';
import { useText } from '../../../../../text/language.tsx';
import type { Caliper, PaperPoint } from '../../../../../viewer/documents/waveform/caliper.ts';
import type { WaveformSource } from '../../../../../viewer/documents/waveform/load-waveforms.ts';
import { type Page, paperWidth } from '../../../../../viewer/documents/waveform/paper.ts';
import { layOutSheets, type PaperSheet } from '../../../../../viewer/documents/waveform/sheets.ts';
import { CaliperValuesText } from './caliper-values.tsx';
import { PrintHeader } from './print-header.tsx';
import './waveform.css';
import { Sheet } from './sheet.tsx';
import { usePaper } from './use-paper.ts';
import { WaveformBar } from './waveform-bar.tsx';

interface WaveformPaperProps {
  group: WaveformGroup;
  sources: readonly WaveformSource[];
  chosen: WaveformSource;
  onChoose: (source: WaveformSource) => void;
  unreadableCount: number;
  shownExam: ViewerExam;
}

/** Returns a caliper in the middle of what is visible of the first sheet. */
function placeInView(paper: HTMLElement | null, sheet: PaperSheet | undefined): Caliper {
  const { scrollLeft = 0, clientWidth = 1, scrollWidth = 1 } = paper ?? {};
  const [left, width] = [(scrollLeft / scrollWidth) * paperWidth, (clientWidth / scrollWidth) * paperWidth];
  const y = sheet?.rows[0]?.middle ?? 0;
  const point = (part: number, up: number): PaperPoint => ({ x: left + part * width, y: y - up });
  return [point(0.4, 0), point(0.6, 5)];
}

const firstPage: Page = { from: 0, to: 0 };

/** Shows a group of channels on paper with a grid, and measures on it. */
export function WaveformPaper({ group, chosen, unreadableCount, shownExam, ...choice }: WaveformPaperProps) {
  const t = useText('viewer/objects.waveform');
  const isPhone = useIsNarrow();
  const paper = useRef<HTMLElement>(null);
  const view = usePaper(group, chosen.isCardiac);
  const [isMeasuring, setIsMeasuring] = useState(!isPhone);
  const { speed, gain, pages, pageIndex, goTo, caliper, setCaliper } = view;
  const page = pages[pageIndex] ?? firstPage;
  const sheets = useMemo(
    () => layOutSheets(group, { page: { from: page.from, to: page.to }, speed, gain: chosen.isCardiac ? gain : null }),
    [group, page.from, page.to, speed, gain, chosen.isCardiac],
  );
  const place = () => setCaliper({ sheet: 0, points: placeInView(paper.current, sheets[0]) });
  const toggleMeasuring = () => {
    if (isMeasuring) setCaliper(undefined);
    else place();
    setIsMeasuring(!isMeasuring);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'PageDown') goTo(pageIndex + 1);
    else if (event.key === 'PageUp') goTo(pageIndex - 1);
    else if (event.key === 'Escape' && caliper) setCaliper(undefined);
    else if (event.key === 'Enter' && event.target === paper.current && isMeasuring) place();
    else return;
    event.preventDefault();
  };
  return (
    <section
      data-own-keys
      data-waveform
      aria-label={t('label')}
      onKeyDown={onKeyDown}
      className="absolute inset-0 flex flex-col bg-v-field"
    >
      <WaveformBar {...{ view, chosen, isMeasuring, toggleMeasuring }} {...choice} />
      {isMeasuring && <CaliperValuesText {...{ sheets, view }} />}
      <section
        ref={paper}
        aria-label={t('paper')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        data-paper
        className="min-h-0 flex-1 overflow-auto bg-v-field p-2 -outline-offset-2 focus-visible:outline-v-active md:p-4"
      >
        {sheets.map((sheet, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sheet is identified by its position
          <article key={index} data-sheet className="mx-auto not-first:pt-4">
            <PrintHeader {...{ shownExam, view }} facts={chosen.facts} label={chosen.header.label} />
            <Sheet
              {...{ sheet, speed, isMeasuring }}
              caliper={caliper?.sheet === index ? caliper.points : undefined}
              onCaliper={(points) => setCaliper({ sheet: index, points })}
            />
          </article>
        ))}
        {(group.isTruncated || unreadableCount > 0) && (
          <p className="pt-3 text-center text-small text-v-warn">
            {group.isTruncated ? t('truncated') : t('others', { count: unreadableCount })}
          </p>
        )}
      </section>
    </section>
  );
}
