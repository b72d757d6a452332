import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import type { PaneSeries } from '../../../../viewer/loading/series-source.ts';
import { cineRateOf } from '../../../../viewer/stack/cine-timing.ts';
import { paneCounts } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { CompareNote, MissingImageNote } from '../compare/compare-note.tsx';
import { PairSwitch, showExam } from '../compare/pair-switch.tsx';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { PaneStrip } from '../compare/pane-strip.tsx';
import type { ComparedExam } from '../compare/use-compared-exam.ts';
import { useSwipe } from '../compare/use-swipe.ts';
import { toggleFusion } from '../fusion/toggle-fusion.ts';
import { type FusionOffer, useFusionOffer } from '../fusion/use-fusion-offer.ts';
import { useInitialSeries } from '../hanging/use-initial-series.ts';
import { usePreferredLayout } from '../hanging/use-preferred-layout.ts';
import { usePriorHanging } from '../hanging/use-prior-hanging.ts';
import { defaultTool } from '../keyboard/tool-buttons.ts';
import { useKeys } from '../keyboard/use-keys.ts';
import { useCopyImageLink } from '../layout/use-copy-image-link.ts';
import { useLayoutHistory } from '../layout/use-layout-history.ts';
import { useLinkedImage, useShowLinkedImage } from '../layout/use-linked-image.ts';
import { KeyImageFilter } from '../measurements/key-image-filter.tsx';
import { SaveState, UnsavedNote } from '../measurements/save-state.tsx';
import { UndoNote } from '../measurements/undo-note.tsx';
import { useMeasurementText } from '../measurements/use-measurement-text.ts';
import { OverlaysList } from '../overlays/overlays-list.tsx';
import { type OverlaysView, useOverlays } from '../overlays/use-overlays.ts';
import { SeriesRail } from '../panels/series-rail.tsx';
import { ExamBar } from '../toolbar/exam-bar.tsx';
import { toggleMpr } from '../toolbar/layout-choice.tsx';
import { PhoneBar, PresetChips } from '../toolbar/phone-bar.tsx';
import { presetsOf } from '../toolbar/presets.ts';
import { ToolBar } from '../toolbar/tool-bar.tsx';
import { toggleFullscreen, ViewerButtons } from '../toolbar/viewer-buttons.tsx';
import { useViewerState } from '../use-viewer-state.ts';
import { useViewingTheme } from '../viewing-theme.ts';
import { PaneView } from './pane-view.tsx';
import { DraggedSeries, PlaceHere } from './place-here.tsx';
import { usePlacing } from './use-placing.ts';

const MprView = lazyComponent(async () => (await import('./mpr-view.tsx')).MprView);
const TagsPanel = lazyComponent(async () => (await import('../panels/tags-panel.tsx')).TagsPanel);
const MeasurementsPanel = lazyComponent(
  async () => (await import('../measurements/measurements-panel.tsx')).MeasurementsPanel,
);
const LabelDialog = lazyComponent(async () => (await import('../measurements/label-dialog.tsx')).LabelDialog);
const KeysPanel = lazyComponent(async () => (await import('../panels/keys-panel.tsx')).KeysPanel);

type Panel = 'tags' | 'keys' | 'measurements' | undefined;

const gridClasses = {
  '1x1': '',
  '1x2': 'grid-cols-2',
  '2x1': 'grid-rows-2',
  '2x2': 'grid-cols-2 grid-rows-2',
  '2x3': 'grid-cols-3 grid-rows-2',
} as const;

/** Moves the focus to the chosen series of the rail, else to its first one. */
function focusSeries(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-series-button]')];
  (buttons.find((button) => button.ariaPressed === 'true') ?? buttons[0])?.focus();
}

interface KeyOptions {
  readonly isPhone: boolean;
  readonly offer: FusionOffer;
  readonly openPanel: (panel: Panel) => void;
  readonly copyLink: () => void;
  readonly overlaysView: OverlaysView;
}

function useViewerKeys(
  viewer: Viewer,
  exams: readonly ViewerExam[],
  { isPhone, offer, openPanel, copyLink, overlaysView }: KeyOptions,
) {
  const pane = () => viewer.getSnapshot().panes[viewer.getSnapshot().active];
  const togglePlay = () =>
    viewer.getSnapshot().playing === undefined ? viewer.play(cineRateOf(pane()?.frames ?? [])) : viewer.pause();
  useKeys(viewer, {
    togglePlay,
    openTags: () => openPanel('tags'),
    openKeys: () => openPanel('keys'),
    openMeasurements: () => openPanel('measurements'),
    toggleOverlays: () => overlaysView.toggle?.(),
    toggleMpr: () => toggleMpr(viewer),
    toggleFusion: () => toggleFusion(viewer, offer),
    toggleFullscreen,
    copyLink,
    focusSeries,
    preset: (index) => {
      const preset = presetsOf(pane())[index];
      if (preset) viewer.view.setWindow(preset);
    },
    nextSeries: (by) => {
      const series = pane()?.series;
      const shown = series && exams.find(({ exam }) => exam.id === series.examId);
      const list = shown ? paneSeriesOf(shown) : [];
      const next = series && list[list.indexOf(series) + by];
      if (next) void viewer.show(next);
    },
    resetTool: () => viewer.selectTool(defaultTool(isPhone)),
  });
  return togglePlay;
}

interface PanesProps {
  examView: ViewerExam;
  compared: ComparedExam;
  viewer: Viewer;
  state: ViewerState;
  isPhone: boolean;
  overlays: OverlaysView['overlays'];
  /** Returns what covers a pane. */
  coverOf: (paneIndex: number) => ReactNode;
}

/** Shows the panes of the layout. A phone and a narrow window show only the active one. */
function Panes({ examView, compared, viewer, state, isPhone, overlays, coverOf }: PanesProps) {
  const t = useText('viewer');
  const swipe = useSwipe((by) => {
    const [first, second] = [examView.exam.id, compared.examView?.exam.id];
    if (isPhone && second && state.activeTool === 'scroll') showExam(viewer, by === 1 ? second : first);
  });
  const layout = isPhone ? '1x1' : state.layout;
  const count = paneCounts[layout];
  const from = isPhone ? state.active : 0;
  const examOf = ({ series }: ViewerState['panes'][number]) =>
    series && series.examId === compared.examView?.exam.id ? compared.examView : examView;
  return (
    <main data-theme="dark" data-images className="flex min-h-0 min-w-0 flex-1 flex-col" {...swipe}>
      <div className={classes('grid min-h-0 flex-1 gap-px bg-v-line', gridClasses[layout])}>
        {state.panes.map(
          (pane, paneIndex) =>
            from <= paneIndex &&
            paneIndex < from + count && (
              <PaneView
                // biome-ignore lint/suspicious/noArrayIndexKey: a pane is identified by its position
                key={paneIndex}
                {...{ examView, viewer, paneIndex, pane, overlays }}
                isActive={paneIndex === state.active}
                isOneOfMany={count > 1}
                measuring={state.measuring}
                shownExam={examOf(pane)}
                relation={state.links.kinds.scroll ? state.links.relations[paneIndex] : undefined}
                leading={paneIndex === state.active ? undefined : state.panes[state.active]}
                cover={coverOf(paneIndex)}
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

/** Shows the whole viewer: exam bar, tools, series and images. */
export function ViewportGrid({
  examView,
  compared,
  viewer,
  isPhone,
}: {
  examView: ViewerExam;
  compared: ComparedExam;
  viewer: Viewer;
  isPhone: boolean;
}) {
  const state = useViewerState(viewer);
  const history = useLayoutHistory(viewer);
  const linked = useLinkedImage(examView, compared, history.isRestored);
  useInitialSeries(viewer, examView, { isPhone, history, linked, compared });
  const hanging = usePriorHanging(viewer, examView, compared, history);
  const preferredLayout = usePreferredLayout(examView, compared, state.layout);
  useShowLinkedImage(viewer, linked);
  const [panel, openPanel] = useState<Panel>();
  const copyLink = useCopyImageLink(viewer, compared);
  const exams = compared.examView ? [examView, compared.examView] : [examView];
  const active = state.panes[state.active];
  const shownExam =
    active?.series && active.series.examId === compared.examView?.exam.id ? compared.examView : examView;
  const offer = useFusionOffer(viewer, shownExam, !isPhone || state.mpr !== undefined);
  const overlaysView = useOverlays(exams);
  const togglePlay = useViewerKeys(viewer, exams, { isPhone, offer, openPanel, copyLink, overlaysView });
  const { placing, placement, cancel } = usePlacing(viewer, state);
  const coverOf = (paneIndex: number) =>
    placing && (
      <PlaceHere
        {...{ placing, paneIndex }}
        isActive={paneIndex === state.active}
        onPlace={(chosen) => placement.place(placing.series, chosen)}
        onCancel={cancel}
      />
    );
  const chooseSeries = useCallback(
    (series: PaneSeries) => {
      // a phone shows each exam of a pair in a pane of its own
      if (isPhone) showExam(viewer, series.examId);
      void viewer.show(series);
    },
    [viewer, isPhone],
  );
  const { linesOf } = useMeasurementText();
  useEffect(() => viewer.setMeasurementText(linesOf), [viewer, linesOf]);
  const replaceLists = useCallback(
    (lists: ReactNode) => <KeyImageFilter {...{ viewer, examView }}>{lists}</KeyImageFilter>,
    [viewer, examView],
  );
  const shownPane = active && state.mpr ? { ...active, window: state.mpr.window } : active;
  return (
    <div {...useViewingTheme()} className="flex h-full flex-col bg-v-chrome text-v-ink">
      <ExamBar examView={examView}>
        <ViewerButtons {...{ viewer, examView, compared }} onTags={() => openPanel('tags')} onCopyLink={copyLink}>
          <SaveState measurements={state.measurements} />
        </ViewerButtons>
      </ExamBar>
      <CompareNote compared={compared} />
      {linked.status === 'missing' && <MissingImageNote />}
      <UnsavedNote measurements={state.measurements} />
      <ToolBar
        {...{ viewer, state, hanging, preferredLayout, offer, overlaysView }}
        onTogglePlay={togglePlay}
        onMeasurements={() => openPanel('measurements')}
        onKeys={() => openPanel('keys')}
      />
      <div className="flex min-h-0 flex-1 flex-col-reverse md:flex-row">
        <SeriesRail
          examId={examView.exam.id}
          series={paneSeriesOf(examView)}
          compared={compared.examView}
          chosen={active?.series}
          onChoose={chooseSeries}
          placement={placement}
          timeline={examView.timeline}
          comparedId={compared.id}
          onCompare={compared.compare}
          skippedFiles={examView.leftOut}
          replaceLists={replaceLists}
        />
        <OverlaysList {...{ exams, viewer, state }} view={overlaysView} />
        {isPhone && compared.examView && !state.mpr && (
          <PairSwitch {...{ viewer, state }} exams={[examView, compared.examView]} />
        )}
        {isPhone && <PresetChips viewer={viewer} pane={shownPane} />}
        {state.mpr ? (
          <div className="flex min-h-0 min-w-0 flex-1 flex-col">
            {shownExam.exam.id !== examView.exam.id && (
              <div className="relative h-7 shrink-0">
                <PaneStrip shown={shownExam} opened={examView} relation={undefined} />
              </div>
            )}
            <MprView
              {...{ viewer, offer, isPhone }}
              mpr={state.mpr}
              fusion={state.fusion}
              facts={active?.frames[0]?.attributes ?? {}}
            />
          </div>
        ) : (
          <Panes {...{ examView, compared, viewer, state, isPhone, coverOf }} overlays={overlaysView.overlays} />
        )}
      </div>
      {isPhone && (
        <PhoneBar
          {...{ viewer, state, offer }}
          onTogglePlay={togglePlay}
          onTags={() => openPanel('tags')}
          onMeasurements={() => openPanel('measurements')}
          onCopyLink={copyLink}
          onOverlays={overlaysView.toggle}
        />
      )}
      {panel === 'tags' && <TagsPanel viewer={viewer} onClose={() => openPanel(undefined)} />}
      {panel === 'measurements' && (
        <MeasurementsPanel {...{ exams, viewer, state }} onClose={() => openPanel(undefined)} />
      )}
      <UndoNote viewer={viewer} removed={state.measurements.removed} />
      {state.labelQuestion && <LabelDialog question={state.labelQuestion} />}
      <DraggedSeries placing={placing} />
      {panel === 'keys' && <KeysPanel onClose={() => openPanel(undefined)} />}
    </div>
  );
}
