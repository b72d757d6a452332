import { ChevronDown, ChevronLeft, ChevronRight, MoveHorizontal, Printer } from 'lucide-react';
import { useText } from '../../../../../text/language.tsx';
import type { WaveformSource } from '../../../../../viewer/documents/waveform/load-waveforms.ts';
import { gains, speeds } from '../../../../../viewer/documents/waveform/paper.ts';
import { BarButton } from '../../toolbar/bar-button.tsx';
import { DarkMenu, type DarkMenuItem } from '../../toolbar/dark-menu.tsx';
import type { PaperView } from './use-paper.ts';

/** A button that shows the chosen value and opens the others. */
function ValueMenu({ name, value, items }: { name: string; value: string; items: readonly DarkMenuItem[] }) {
  return (
    <DarkMenu
      trigger={
        <button
          type="button"
          aria-label={`${name}: ${value}`}
          className="inline-flex h-11 shrink-0 items-center gap-1 rounded-card px-1.5 md:px-2.5 text-small font-strong text-v-ink hover:bg-v-raised focus-visible:outline-v-active data-[state=open]:bg-v-raised md:h-9 figures"
        >
          <span className="max-w-40 truncate">{value}</span>
          <ChevronDown size={16} />
        </button>
      }
      items={items}
    />
  );
}

function PageButtons({ view: { pages, pageIndex, goTo } }: { view: PaperView }) {
  const t = useText('viewer/objects.waveform');
  if (pages.length < 2) return null;
  return (
    <>
      <BarButton
        icon={ChevronLeft}
        label={t('previous')}
        shortcut="PageUp"
        aria-disabled={pageIndex === 0}
        onClick={() => goTo(pageIndex - 1)}
        className="aria-disabled:opacity-40"
      />
      <p className="shrink-0 px-1 text-small whitespace-nowrap text-v-muted figures">
        {t('page', { page: String(pageIndex + 1), pages: String(pages.length) })}
      </p>
      <BarButton
        icon={ChevronRight}
        label={t('next')}
        shortcut="PageDown"
        aria-disabled={pageIndex === pages.length - 1}
        onClick={() => goTo(pageIndex + 1)}
        className="aria-disabled:opacity-40"
      />
    </>
  );
}

interface WaveformBarProps {
  view: PaperView;
  sources: readonly WaveformSource[];
  chosen: WaveformSource;
  onChoose: (source: WaveformSource) => void;
  isMeasuring: boolean;
  toggleMeasuring: () => void;
}

/** Chooses what of the recording is shown, at which scale, and prints it. */
export function WaveformBar({ view, sources, chosen, onChoose, isMeasuring, toggleMeasuring }: WaveformBarProps) {
  const t = useText('viewer/objects.waveform');
  const nameOf = ({ header }: WaveformSource) => header.label || t('group', { number: String(header.number) });
  const speedText = (speed: number) => t('speedValue', { speed: String(speed) });
  const gainText = (gain: number) => t('gainValue', { gain: String(gain) });
  return (
    <div
      role="toolbar"
      aria-label={t('tools')}
      className="flex h-12 shrink-0 items-center gap-1 overflow-x-auto border-b border-v-line bg-v-chrome px-2 md:justify-center"
    >
      {sources.length > 1 && (
        <ValueMenu
          name={t('recording')}
          value={nameOf(chosen)}
          items={sources.map((source) => ({
            key: source.id,
            label: nameOf(source),
            checked: source.id === chosen.id,
            onSelect: () => onChoose(source),
          }))}
        />
      )}
      <PageButtons view={view} />
      <ValueMenu
        name={t('speed')}
        value={speedText(view.speed)}
        items={speeds.map((speed) => ({
          key: String(speed),
          label: speedText(speed),
          checked: speed === view.speed,
          onSelect: () => view.setSpeed(speed),
        }))}
      />
      {view.hasGain && (
        <ValueMenu
          name={t('gain')}
          value={gainText(view.gain)}
          items={gains.map((gain) => ({
            key: String(gain),
            label: gainText(gain),
            checked: gain === view.gain,
            onSelect: () => view.setGain(gain),
          }))}
        />
      )}
      <BarButton
        icon={MoveHorizontal}
        label={t('calipers')}
        hasLabel
        isActive={isMeasuring}
        onClick={toggleMeasuring}
      />
      <BarButton icon={Printer} label={t('print')} onClick={() => window.print()} />
    </div>
  );
}
