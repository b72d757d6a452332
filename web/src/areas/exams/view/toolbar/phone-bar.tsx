import type { LucideIcon } from 'lucide-react';
import { Box, Ellipsis, Pause, Play } from 'lucide-react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import { noSlab } from '../../../../viewer/mpr/slab.ts';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import { type MprToolName, measurementKinds, mprToolNames, type ToolName } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { toggleFusion } from '../fusion/toggle-fusion.ts';
import type { FusionOffer } from '../fusion/use-fusion-offer.ts';
import { changeButtons, changes, mprChanges, mprToolButtons, toolButtons } from '../keyboard/tool-buttons.ts';
import { isKeyImage } from '../measurements/is-key-image.ts';
import { toggleViewingTheme, useViewingTheme } from '../viewing-theme.ts';
import { CineSpeed } from './cine-speed.tsx';
import { DarkMenu, type DarkMenuItem } from './dark-menu.tsx';
import { toggleMpr } from './layout-choice.tsx';
import { useMprToolName } from './mpr-bar.tsx';
import { usePresetName } from './preset-menu.tsx';
import { findPreset, presetsOf } from './presets.ts';
import { useSlabItems } from './slab-menu.tsx';

/** Shows a button of the bottom bar: icon above label, wide enough for a thumb. */
function PhoneButton({
  icon: Icon,
  label,
  isActive,
  ...rest
}: {
  icon: LucideIcon;
  label: string;
  isActive?: boolean;
  onClick?: () => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      aria-pressed={isActive}
      {...rest}
      className={classes(
        'flex h-13 min-w-13 flex-1 flex-col items-center justify-center gap-0.5 rounded-card px-1 text-tiny text-v-muted disabled:opacity-40',
        'focus-visible:outline-v-active',
        isActive && 'bg-v-active-soft text-v-active',
      )}
    >
      <Icon size={22} strokeWidth={1.75} />
      <span className="max-w-full truncate">{label}</span>
    </button>
  );
}

/** Shows the window presets as chips above the series. */
export function PresetChips({ viewer, pane }: { viewer: Viewer; pane: PaneState | undefined }) {
  const t = useText('viewer');
  const nameOf = usePresetName();
  const presets = presetsOf(pane);
  const current = findPreset(presets, pane?.window);
  if (presets.length < 2) return null;
  return (
    <fieldset
      aria-label={t('presets.label')}
      className="flex min-w-0 shrink-0 gap-2 overflow-x-auto bg-v-field px-3 py-1 md:hidden"
    >
      {presets.map((preset, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: presets keep their positions
          key={index}
          type="button"
          aria-pressed={preset === current}
          onClick={() => viewer.view.setWindow(preset)}
          className={classes(
            'h-11 shrink-0 rounded-card px-3.5 text-small font-strong focus-visible:outline-v-active',
            preset === current ? 'bg-v-active text-v-on-active' : 'bg-v-raised',
          )}
        >
          {nameOf(preset)}
        </button>
      ))}
    </fieldset>
  );
}

/** Opens the other tools. Shows the active one's label if it is among them. */
function MoreButton({ activeLabel, items }: { activeLabel: string | undefined; items: readonly DarkMenuItem[] }) {
  const t = useText('viewer');
  return (
    <DarkMenu
      trigger={
        <button
          type="button"
          className={classes(
            'flex h-13 min-w-13 flex-1 flex-col items-center justify-center gap-0.5 rounded-card px-1 text-tiny text-v-muted focus-visible:outline-v-active',
            activeLabel && 'bg-v-active-soft text-v-active',
          )}
        >
          <Ellipsis size={22} strokeWidth={1.75} />
          <span className="max-w-full truncate">{activeLabel ?? t('tools.more')}</span>
        </button>
      }
      items={items}
    />
  );
}

const primaryTools: readonly ToolName[] = ['scroll', 'window', 'length'];
const secondaryTools: readonly ToolName[] = ['zoom', 'pan', ...measurementKinds.filter((kind) => kind !== 'length')];

interface PhoneBarProps {
  viewer: Viewer;
  state: ViewerState;
  /** What can be fused in the exam, or why nothing can. */
  offer: FusionOffer;
  onTogglePlay: () => void;
  onTags: () => void;
  onMeasurements: () => void;
  onCopyLink: () => void;
  /** Absent without segments and structures. */
  onOverlays: (() => void) | undefined;
}

const primaryMprTools: readonly MprToolName[] = ['cross', 'scroll', 'window'];

/** Shows the tools of the MPR layout and the button that leaves it. */
function PlaneTools({ viewer, state, offer, onTags }: PhoneBarProps) {
  const t = useText('viewer');
  const nameOf = useMprToolName();
  const activeTool = state.mpr?.activeTool;
  const slabItems = useSlabItems(viewer, state.mpr?.slab ?? noSlab);
  const fusionItem = {
    key: 'fusion',
    label: t('fusion.open'),
    checked: state.fusion !== undefined,
    onSelect: () => toggleFusion(viewer, offer),
  };
  const fusionItems = typeof offer === 'object' ? [fusionItem] : [];
  const secondaryMprTools = mprToolNames.filter((one) => !primaryMprTools.includes(one));
  const activeSecondary = secondaryMprTools.find((one) => one === activeTool);
  return (
    <>
      {primaryMprTools.map((one) => (
        <PhoneButton
          key={one}
          icon={mprToolButtons[one].icon}
          label={nameOf(one)}
          isActive={one === activeTool}
          onClick={() => viewer.mpr.selectTool(one)}
        />
      ))}
      <PhoneButton icon={Box} label={t('mpr.title')} isActive onClick={() => toggleMpr(viewer)} />
      <MoreButton
        activeLabel={activeSecondary && nameOf(activeSecondary)}
        items={[
          ...secondaryMprTools.map((one) => ({
            key: one,
            label: nameOf(one),
            checked: one === activeTool,
            onSelect: () => viewer.mpr.selectTool(one),
          })),
          ...fusionItems,
          ...slabItems.map((item) => ({ ...item, label: `${t('slab.title')}: ${item.label}` })),
          ...mprChanges.map((one) => ({
            key: one,
            label: t(`tools.${one}`),
            onSelect: () => changeButtons[one].apply(viewer),
          })),
          { key: 'tags', label: t('tools.tags'), onSelect: onTags },
        ]}
      />
    </>
  );
}

function ImageTools({ viewer, state, onTogglePlay, onTags, onMeasurements, onCopyLink, onOverlays }: PhoneBarProps) {
  const t = useText('viewer');
  const { activeTool, playing } = state;
  const isPlaying = playing !== undefined;
  const activeSecondary = secondaryTools.find((one) => one === activeTool);
  const moreItems = [
    ...secondaryTools.map((one) => ({
      key: one,
      label: t(`tools.${one}`),
      checked: one === activeTool,
      onSelect: () => viewer.selectTool(one),
    })),
    { key: 'mpr', label: t('mpr.open'), onSelect: () => toggleMpr(viewer) },
    ...changes.map((one) => ({ key: one, label: t(`tools.${one}`), onSelect: () => changeButtons[one].apply(viewer) })),
    {
      key: 'keyImage',
      label: t('tools.keyImage'),
      checked: isKeyImage(viewer, state.panes[state.active]),
      onSelect: () => viewer.toggleKeyImage(),
    },
    ...(onOverlays ? [{ key: 'overlays', label: t('tools.overlays'), onSelect: onOverlays }] : []),
    { key: 'measurements', label: t('measure.list'), onSelect: onMeasurements },
    { key: 'tags', label: t('tools.tags'), onSelect: onTags },
    { key: 'link', label: t('link.copy'), onSelect: onCopyLink },
    {
      key: 'light',
      label: t('tools.lightTheme'),
      checked: useViewingTheme()['data-theme'] === 'light',
      onSelect: toggleViewingTheme,
    },
  ];
  return (
    <>
      {primaryTools.map((one) => (
        <PhoneButton
          key={one}
          icon={toolButtons[one].icon}
          label={t(`tools.${one}`)}
          isActive={one === activeTool}
          onClick={() => viewer.selectTool(one)}
        />
      ))}
      <PhoneButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'tools.pause' : 'tools.play')}
        isActive={isPlaying}
        disabled={(state.panes[state.active]?.frames.length ?? 0) < 2}
        onClick={onTogglePlay}
      />
      {isPlaying && <CineSpeed viewer={viewer} playing={playing} />}
      <MoreButton activeLabel={activeSecondary && t(`tools.${activeSecondary}`)} items={moreItems} />
    </>
  );
}

/** Shows the tools on a phone, at the bottom within reach of the thumb (tokens, "viewer toolbar"). */
export function PhoneBar(props: PhoneBarProps) {
  const t = useText('viewer');
  return (
    <div
      role="toolbar"
      aria-label={t('tools.label')}
      className="flex h-20 shrink-0 items-center gap-1 border-t border-v-line bg-v-chrome px-2 pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {props.state.mpr ? <PlaneTools {...props} /> : <ImageTools {...props} />}
    </div>
  );
}
