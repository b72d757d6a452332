import type { ViewerExam } from '@medcloud/contract/shapes/viewing';
import { Crosshair, X } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useText, useUiText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { IconButton } from '../../../../ui/actions/icon-button.tsx';
import { useToast } from '../../../../ui/feedback/toast.tsx';
import type { ExamOverlays, OverlayItem, OverlayObject } from '../../../../viewer/overlays/exam-overlays.ts';
import { openOverlays } from '../../../../viewer/overlays/open-overlays.ts';
import { isSameSpace, type OverlayImage, overlayImageOf } from '../../../../viewer/overlays/overlay-image.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { paneSeriesOf } from '../compare/pane-series.ts';
import { useSeriesName } from '../panels/series-button.tsx';
import { showOverlayItem } from './show-overlay-item.ts';

interface PanelProps {
  overlays: ExamOverlays;
  /** The opened exam, and the one beside it. */
  exams: readonly ViewerExam[];
  viewer: Viewer;
  state: ViewerState;
  onClose: () => void;
}

type ItemProps = Pick<PanelProps, 'overlays' | 'exams' | 'viewer'> & {
  object: OverlayObject;
  item: OverlayItem;
  image: OverlayImage | undefined;
};

function ItemRow({ overlays, exams, viewer, object, item, image }: ItemProps) {
  const t = useText('viewer/objects.overlays');
  const toast = useToast();
  const isShown = !overlays.getSnapshot().hidden.has(item.id);
  const name = item.name || t('unnamed', { number: String(item.number) });
  const jump = async () => {
    if (!(await showOverlayItem(viewer, exams, object, item))) toast({ title: t('noImage', { name }) });
  };
  return (
    <li className="flex min-h-11 items-center gap-1 border-b border-v-line">
      <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 pl-1 text-body">
        <input
          type="checkbox"
          checked={isShown}
          onChange={() => overlays.setShown([item.id], !isShown)}
          className="size-5 shrink-0 accent-v-active"
        />
        <span
          aria-hidden="true"
          className="size-4 shrink-0 rounded-badge ring-1 ring-v-line-strong"
          style={{ backgroundColor: `rgb(${item.color.join(' ')})` }}
        />
        <span className="min-w-0 wrap-break-word">
          {name}
          {image && item.region && !isSameSpace(item.region.frameOfReference, image) && (
            <span className="block text-small text-v-warn">{t('otherSpaceItem')}</span>
          )}
        </span>
      </label>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('onlyLabel', { name })}
        onClick={() => overlays.showOnly(item.id)}
      >
        {t('only')}
      </Button>
      {object.segmentation?.type !== 'labelmap' && (
        <IconButton icon={Crosshair} label={t('jump', { name })} onClick={() => void jump().catch(console.error)} />
      )}
    </li>
  );
}

function ObjectList({ object, state, ...props }: Omit<PanelProps, 'onClose'> & { object: OverlayObject }) {
  const t = useText('viewer/objects.overlays');
  const nameOf = useSeriesName();
  const { overlays } = props;
  const { hidden } = overlays.getSnapshot();
  const pane = state.panes[state.active];
  const image = pane && overlayImageOf(pane.frames, pane.index);
  const ids = object.items.map(({ id }) => id);
  const areAllShown = ids.every((id) => !hidden.has(id));
  return (
    <section className="pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate text-small font-semibold">{object.label || nameOf(object.series)}</h3>
        <Button size="small" variant="ghost" onClick={() => overlays.setShown(ids, !areAllShown)}>
          {t(areAllShown ? 'hideAll' : 'showAll')}
        </Button>
      </div>
      {image && !isSameSpace(object.frameOfReference, image) && (
        <p className="pb-1 text-small text-v-warn">{t('otherSpace')}</p>
      )}
      <ul>
        {object.items.map((item) => (
          <ItemRow key={item.id} {...props} {...{ object, item, image }} />
        ))}
      </ul>
    </section>
  );
}

function Opacity({ overlays }: { overlays: ExamOverlays }) {
  const t = useText('viewer/objects.overlays');
  const id = useId();
  const percent = Math.round(overlays.getSnapshot().opacity * 100);
  return (
    <div className="flex min-h-11 items-center gap-3 text-small">
      <label htmlFor={id}>{t('opacity')}</label>
      <input
        id={id}
        type="range"
        min="0"
        max="100"
        step="5"
        value={percent}
        onChange={(event) => overlays.setOpacity(Number(event.target.value) / 100)}
        className="h-11 min-w-0 flex-1 accent-v-active"
      />
      <span className="w-10 text-right figures">{percent}%</span>
    </div>
  );
}

function Panel({ overlays, exams, viewer, state, onClose }: PanelProps) {
  const t = useText('viewer/objects.overlays');
  const ui = useUiText();
  const viewerText = useText('viewer');
  const { objects, isLoading, failedCount, isIncomplete } = useSyncExternalStore(
    overlays.subscribe,
    overlays.getSnapshot,
  );
  const examIds = exams.map(({ exam }) => exam.id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of the same exams is another one at each rendering
  useEffect(() => void overlays.load(exams.flatMap(paneSeriesOf)), [overlays, examIds]);
  const shown = objects.filter(({ series }) => exams.some(({ exam }) => exam.id === series.examId));
  return (
    <aside
      data-own-keys
      aria-label={t('title')}
      className="flex max-h-[45%] shrink-0 flex-col border-v-line bg-v-chrome max-md:border-t md:max-h-none md:order-last md:w-72 md:border-l"
    >
      <div className="flex h-11 shrink-0 items-center justify-between pr-1 pl-4">
        <h2 className="text-small font-semibold">{t('title')}</h2>
        <IconButton icon={X} label={ui('action.close')} hasTooltip={false} onClick={onClose} />
      </div>
      <section
        aria-label={t('title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto px-3 pb-4 -outline-offset-2 focus-visible:outline-v-active"
      >
        <p role="status" className="text-small text-v-muted">
          {isLoading && viewerText('loading')}
          {!isLoading && shown.length === 0 && failedCount === 0 && t('none')}
        </p>
        {shown.length > 0 && <Opacity overlays={overlays} />}
        {failedCount > 0 && <p className="text-small text-v-warn">{t('failed', { count: failedCount })}</p>}
        {isIncomplete && <p className="text-small text-v-warn">{t('incomplete')}</p>}
        {shown.map((object) => (
          <ObjectList key={object.id} {...{ object, overlays, exams, viewer, state }} />
        ))}
      </section>
    </aside>
  );
}

type OverlaysPanelProps = Omit<PanelProps, 'overlays'> & {
  /** Undefined until the panel was opened once. */
  overlays: ExamOverlays | undefined;
  onCreate: (overlays: ExamOverlays) => void;
};

/** Lists segments and structures beside the images, to show, hide and find them. */
export function OverlaysPanel({ overlays, onCreate, ...props }: OverlaysPanelProps) {
  const { viewer } = props;
  useEffect(() => {
    if (!overlays) onCreate(openOverlays(viewer));
  }, [overlays, onCreate, viewer]);
  return overlays ? <Panel overlays={overlays} {...props} /> : null;
}
