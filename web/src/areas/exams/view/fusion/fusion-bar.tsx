import { ChevronDown, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { paletteNames } from '../../../../viewer/fusion/color-palettes.ts';
import type { FusionState, FusionView } from '../../../../viewer/fusion/fusion.ts';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import { planeNames } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { BarButton } from '../toolbar/bar-button.tsx';
import { DarkMenu, type DarkMenuItem } from '../toolbar/dark-menu.tsx';
import { usePetFormat } from './pet-format.ts';

/** Shows a few choices of which one is chosen. */
function Choices<T extends string>({
  label,
  all,
  chosen,
  nameOf,
  onChoose,
}: {
  label: string;
  all: readonly T[];
  chosen: T;
  nameOf: (one: T) => string;
  onChoose: (one: T) => void;
}) {
  return (
    <fieldset aria-label={label} className="flex shrink-0 gap-0.5 rounded-card bg-v-raised p-0.5">
      {all.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
          className={classes(
            'h-10 rounded-badge px-3 text-small font-strong focus-visible:outline-v-active md:h-8 md:px-2.5',
            one === chosen && 'bg-v-active text-v-on-active',
          )}
        >
          {nameOf(one)}
        </button>
      ))}
    </fieldset>
  );
}

function MenuButton({ label, text, items }: { label: string; text: ReactNode; items: readonly DarkMenuItem[] }) {
  return (
    <DarkMenu
      trigger={
        <button
          type="button"
          aria-label={label}
          className="inline-flex h-11 shrink-0 items-center gap-2 rounded-card bg-v-raised px-2.5 text-small font-strong focus-visible:outline-v-active figures md:h-9"
        >
          {text}
          <ChevronDown size={16} />
        </button>
      }
      items={items}
    />
  );
}

function Opacity({ viewer, opacity }: { viewer: Viewer; opacity: number }) {
  const t = useText('viewer');
  const percent = Math.round(opacity * 100);
  return (
    // first on a phone, whose bar is wider than the screen
    <label className="flex h-11 shrink-0 items-center gap-2 text-small max-md:order-first md:h-9">
      {t('fusion.opacity')}
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={t('fusion.percent', { percent: String(percent) })}
        onChange={({ target }) => viewer.fusion.shown?.setOpacity(target.valueAsNumber / 100)}
        className="h-11 w-20 accent-v-active focus-visible:outline-v-active md:h-9"
      />
      <span aria-hidden="true" className="w-11 text-v-muted figures">
        {t('fusion.percent', { percent: String(percent) })}
      </span>
    </label>
  );
}

const views = ['pet-ct', 'planes'] as const satisfies readonly FusionView[];

/** Sets how the PET lies over the CT: arrangement, plane, opacity, window and colors. */
export function FusionBar({ viewer, mpr, fusion }: { viewer: Viewer; mpr: MprState; fusion: FusionState }) {
  const t = useText('viewer');
  const { formatRange } = usePetFormat();
  const range = formatRange(fusion.upper, fusion.unit);
  const palette = t(`fusion.palettes.${fusion.palette}`);
  const { shown } = viewer.fusion;
  return (
    <div
      role="toolbar"
      aria-label={t('fusion.title')}
      className="flex min-h-12 shrink-0 items-center gap-x-2 gap-y-1 border-b border-v-line bg-v-chrome px-2 max-md:overflow-x-auto md:flex-wrap md:py-1"
    >
      <Choices
        label={t('fusion.arrangement')}
        all={views}
        chosen={fusion.view}
        nameOf={(one) => t(`fusion.views.${one}`)}
        onChoose={(one) => shown?.setView(one)}
      />
      {fusion.view === 'pet-ct' && (
        <Choices
          label={t('mpr.plane')}
          all={planeNames}
          chosen={mpr.active}
          nameOf={(one) => t(`mpr.${one}`)}
          onChoose={(one) => viewer.mpr.selectPlane(one)}
        />
      )}
      <Opacity viewer={viewer} opacity={fusion.opacity} />
      <MenuButton
        label={`${t('fusion.window')}: ${range}`}
        text={range}
        items={fusion.uppers.map((upper) => ({
          key: String(upper),
          label: formatRange(upper, fusion.unit),
          checked: upper === fusion.upper,
          onSelect: () => shown?.setUpper(upper),
        }))}
      />
      <MenuButton
        label={`${t('fusion.palette')}: ${palette}`}
        text={palette}
        items={paletteNames.map((name) => ({
          key: name,
          label: t(`fusion.palettes.${name}`),
          checked: name === fusion.palette,
          onSelect: () => shown?.setPalette(name),
        }))}
      />
      <span className="flex-1" />
      <BarButton icon={X} label={t('fusion.close')} onClick={() => viewer.fusion.close()} />
    </div>
  );
}
