import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { FileText, LayoutGrid } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { thumbnailAddress } from '../../../../calls/exams.ts';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import type { KeyPress } from '../key-press.ts';
import { BarButton } from '../toolbar/bar-button.tsx';

/** Where a series of the rail can be shown. */
export interface SeriesPlacement {
  readonly hasSeveralPanes: boolean;
  /** Shows a series in a pane, from 0, if the layout has it. */
  readonly place: (series: PaneSeries, paneIndex: number) => void;
  /** Lets the user choose a pane for it. */
  readonly pick: (series: PaneSeries) => void;
  /** A press that may become a drag to a pane. */
  readonly press: (series: PaneSeries, event: PointerEvent) => void;
  /** Returns the focus to the active pane. */
  readonly leave: () => void;
}

/** Returns a series' name: its description, otherwise its number. */
export function useSeriesName(): (series: ViewerSeries) => string {
  const t = useText('viewer');
  return ({ description, number }) =>
    description?.trim() || (number === null ? t('series.noNumber') : t('series.unnamed', { number: String(number) }));
}

function Thumbnail({ series }: { series: PaneSeries }) {
  return (
    <span
      data-images
      className="grid size-15 shrink-0 place-items-center overflow-hidden rounded-badge bg-v-field text-v-muted md:size-16"
    >
      {series.hasThumbnail ? (
        <img
          src={thumbnailAddress(series.examId, series)}
          alt=""
          draggable={false} // the series is dragged, not its picture
          className="size-full object-contain"
          loading="lazy"
        />
      ) : (
        <FileText size={24} strokeWidth={1.5} />
      )}
    </span>
  );
}

/** The keys of a focused series: arrows to the next one, a digit to its pane, Escape to the image. */
const seriesKeys = /^(ArrowUp|ArrowDown|[1-6]|Escape)$/;

/** Returns whether a series of the rail handles a key itself while it has the focus. */
export const isSeriesKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): boolean =>
  !(ctrlKey || metaKey || altKey || shiftKey) && seriesKeys.test(key);

function focusNeighbor(button: Element, by: number): void {
  const buttons = [...(button.closest('nav')?.querySelectorAll('[data-series-button]') ?? [])];
  const next = buttons[buttons.indexOf(button) + by];
  if (next instanceof HTMLElement) next.focus();
}

interface SeriesButtonProps {
  series: PaneSeries;
  isChosen: boolean;
  onChoose: (series: PaneSeries) => void;
  /** Absent where there are no panes. */
  placement: SeriesPlacement | undefined;
}

/** Handles the keys of a focused series. */
function useSeriesKeys({ series, placement }: Pick<SeriesButtonProps, 'series' | 'placement'>) {
  return (event: KeyboardEvent<HTMLButtonElement>) => {
    if (!placement || !isSeriesKey(event)) return;
    event.preventDefault();
    if (event.key === 'Escape') placement.leave();
    else if (event.key.startsWith('Arrow')) focusNeighbor(event.currentTarget, event.key === 'ArrowDown' ? 1 : -1);
    else placement.place(series, Number(event.key) - 1);
  };
}

/** A series of the rail: a press shows it in the active pane, a drag in any, and a digit in the pane of that number. */
export function SeriesButton({ series, isChosen, onChoose, placement }: SeriesButtonProps) {
  const t = useText('viewer');
  const nameId = useId();
  const name = useSeriesName()(series);
  const onKeyDown = useSeriesKeys({ series, placement });
  const count =
    series.frames > 0 ? t('series.images', { count: series.frames }) : t('series.objects', { count: series.instances });
  const onClick = (byPointer: boolean) => {
    onChoose(series);
    if (byPointer) placement?.leave(); // arrows then scroll through its images
  };
  return (
    <li className="relative">
      <button
        type="button"
        data-series-button
        aria-pressed={isChosen}
        onClick={({ detail }) => onClick(detail > 0)}
        onPointerDown={(event) => placement?.press(series, event)}
        onKeyDown={onKeyDown}
        className={classes(
          'flex w-full items-center gap-3 rounded-card p-1.5 text-left select-none hover:bg-v-raised focus-visible:outline-v-active md:touch-pan-y',
          isChosen && 'bg-v-raised outline-[1.5px] -outline-offset-1 outline-v-active',
        )}
      >
        <Thumbnail series={series} />
        <span className="min-w-0 max-md:sr-only">
          <span id={nameId} className="block truncate text-small font-semibold">
            {name}
          </span>
          <span className="block text-small text-v-muted figures">
            {series.modality ? `${series.modality} · ` : ''}
            {count}
          </span>
        </span>
      </button>
      {placement?.hasSeveralPanes && (
        <BarButton
          icon={LayoutGrid}
          label={t('series.place')}
          aria-describedby={nameId}
          onClick={() => placement.pick(series)}
          // over the image: the number of images has the rest of the row
          className="absolute bottom-1.5 left-1.5 bg-v-field/80 max-md:hidden md:size-7! md:min-w-7! md:px-0!"
        />
      )}
    </li>
  );
}
