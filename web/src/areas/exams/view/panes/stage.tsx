import type { ExamToView, SeriesToView } from '@medcloud/contract/shapes/viewing';
import { Maximize, RotateCcw, Tags } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import { later } from '../../../../ui/feedback/later.tsx';
import { panesOf } from '../../../../viewer/hands.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { firstHand } from '../keyboard/acts.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { SeriesRail } from '../panels/series-rail.tsx';
import { BarButton } from '../toolbar/bar-button.tsx';
import { speedOf } from '../toolbar/cine-speed.tsx';
import { ExamBar } from '../toolbar/exam-bar.tsx';
import { toggleMpr } from '../toolbar/layout-choice.tsx';
import { PhoneBar, PresetChips } from '../toolbar/phone-bar.tsx';
import { presetsOf } from '../toolbar/presets.ts';
import { ToolBar } from '../toolbar/tool-bar.tsx';
import { useViewerState } from '../use-viewer-state.ts';
import { useFirstSeries } from './first-series.ts';
import { MprView } from './mpr-view.tsx';
import { PaneView } from './pane-view.tsx';

const TagsPanel = later(async () => (await import('../panels/tags-panel.tsx')).TagsPanel);
const MeasurementsPanel = later(async () => (await import('../panels/measurements-panel.tsx')).MeasurementsPanel);
const KeysPanel = later(async () => (await import('../panels/keys-panel.tsx')).KeysPanel);

type Panel = 'tags' | 'keys' | 'measurements' | undefined;

const grids = { '1x1': '', '1x2': 'grid-cols-2', '2x2': 'grid-cols-2 grid-rows-2' } as const;

function toggleFullscreen(): void {
  const done = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  done.catch((error: unknown) => console.error(error)); // a browser may forbid it; the picture stays as it is
}

/** Shows the series that one looks at first, as soon as there is a place for it. */
function useShownFirst(viewer: Viewer, series: readonly SeriesToView[]): void {
  const first = useFirstSeries(series);
  useEffect(() => {
    if (first && !viewer.snapshot().panes[0]?.series) void viewer.show(first, 0);
  }, [viewer, first]);
}

function useStageKeys(viewer: Viewer, opened: ExamToView, isPhone: boolean, open: (panel: Panel) => void) {
  const pane = () => viewer.snapshot().panes[viewer.snapshot().active];
  const togglePlay = () => (viewer.snapshot().playing === undefined ? viewer.play(speedOf(pane())) : viewer.pause());
  useKeys(viewer, {
    togglePlay,
    openTags: () => open('tags'),
    openKeys: () => open('keys'),
    openMeasurements: () => open('measurements'),
    toggleMpr: () => toggleMpr(viewer),
    toggleFullscreen,
    preset: (place) => {
      const preset = presetsOf(pane()?.frames[0])[place];
      if (preset) viewer.setWindow(preset);
    },
    nextSeries: (by) => {
      const shown = pane()?.series;
      const next = shown && opened.series[opened.series.indexOf(shown) + by];
      if (next) void viewer.show(next);
    },
    dropTool: () => viewer.take(firstHand(isPhone)),
  });
  return togglePlay;
}

interface PanesProps {
  opened: ExamToView;
  viewer: Viewer;
  state: ViewerState;
  isPhone: boolean;
}

/** The pictures side by side; on a phone, and in a window that became narrow, the one that is looked at. */
function Panes({ opened, viewer, state, isPhone }: PanesProps) {
  const t = useText(viewerText);
  const layout = isPhone ? '1x1' : state.layout;
  const count = panesOf[layout];
  const from = isPhone ? state.active : 0;
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className={classes('grid min-h-0 flex-1 gap-px bg-v-line', grids[layout])}>
        {state.panes.map(
          (pane, place) =>
            from <= place &&
            place < from + count && (
              <PaneView
                // biome-ignore lint/suspicious/noArrayIndexKey: a pane is its place
                key={place}
                {...{ opened, viewer, place, pane }}
                isActive={place === state.active}
                isOneOfMany={count > 1}
                measuring={state.measuring}
              />
            ),
        )}
      </div>
      {count > 1 && (
        <footer className="shrink-0 bg-v-field px-4 py-1 text-center text-tiny text-v-muted">{t('review')}</footer>
      )}
    </main>
  );
}

/** The whole viewer: what it is, tools, series, pictures. */
export function Stage({ opened, viewer, isPhone }: { opened: ExamToView; viewer: Viewer; isPhone: boolean }) {
  const t = useText(viewerText);
  const state = useViewerState(viewer);
  useShownFirst(viewer, opened.series);
  const [panel, open] = useState<Panel>();
  const togglePlay = useStageKeys(viewer, opened, isPhone, open);
  const chooseSeries = useCallback((series: SeriesToView) => void viewer.show(series), [viewer]);
  const active = state.panes[state.active];
  const shown = active && state.mpr ? { ...active, window: state.mpr.window } : active;
  return (
    <div className="flex h-full flex-col">
      <ExamBar opened={opened}>
        <BarButton icon={RotateCcw} label={t('tools.reset')} className="md:hidden" onClick={() => viewer.reset()} />
        <BarButton
          icon={Tags}
          label={t('tools.tags')}
          shortcut="G"
          words
          className="max-md:hidden"
          onClick={() => open('tags')}
        />
        <BarButton
          icon={Maximize}
          label={t('tools.fullscreen')}
          shortcut="U"
          className="max-md:hidden"
          onClick={toggleFullscreen}
        />
      </ExamBar>
      <ToolBar
        viewer={viewer}
        state={state}
        onTogglePlay={togglePlay}
        onMeasurements={() => open('measurements')}
        onKeys={() => open('keys')}
      />
      <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
        <SeriesRail
          examId={opened.exam.id}
          series={opened.series}
          chosen={active?.series}
          onChoose={chooseSeries}
          earlier={opened.earlier}
          leftOut={opened.leftOut}
        />
        {isPhone && <PresetChips viewer={viewer} pane={shown} />}
        {state.mpr ? (
          <MprView viewer={viewer} mpr={state.mpr} isPhone={isPhone} />
        ) : (
          <Panes opened={opened} viewer={viewer} state={state} isPhone={isPhone} />
        )}
      </div>
      {isPhone && (
        <PhoneBar
          viewer={viewer}
          state={state}
          onTogglePlay={togglePlay}
          onTags={() => open('tags')}
          onMeasurements={() => open('measurements')}
        />
      )}
      {panel === 'tags' && <TagsPanel viewer={viewer} onClose={() => open(undefined)} />}
      {panel === 'measurements' && <MeasurementsPanel viewer={viewer} state={state} onClose={() => open(undefined)} />}
      {panel === 'keys' && <KeysPanel onClose={() => open(undefined)} />}
    </div>
  );
}
