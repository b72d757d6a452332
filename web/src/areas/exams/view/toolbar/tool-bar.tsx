import { ChevronDown, Keyboard, ListOrdered, Pause, Play, Shapes } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { Hanging } from '../../../../viewer/hanging/hang.ts';
import type { ToolName } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { LinkMenu } from '../compare/link-menu.tsx';
import type { FusionOffer } from '../fusion/use-fusion-offer.ts';
import { PageChoice } from '../hanging/page-choice.tsx';
import { changeButtons, changes, keyImageButton, listKey, overlaysKey, toolButtons } from '../keyboard/tool-buttons.ts';
import { isKeyImage } from '../measurements/is-key-image.ts';
import type { OverlaysView } from '../overlays/use-overlays.ts';
import { BarButton } from './bar-button.tsx';
import { CineSpeed } from './cine-speed.tsx';
import { DarkMenu, type DarkMenuItem } from './dark-menu.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { MprBar } from './mpr-bar.tsx';
import { PresetMenu } from './preset-menu.tsx';

export interface ToolBarProps {
  viewer: Viewer;
  state: ViewerState;
  /** A hanging of several pages. */
  hanging: Hanging | undefined;
  /** The item that keeps the layout for exams of this type. */
  preferredLayout: DarkMenuItem | undefined;
  /** What can be fused in the exam, or why nothing can. */
  offer: FusionOffer;
  overlaysView: OverlaysView;
  onTogglePlay: () => void;
  onMeasurements: () => void;
  onKeys: () => void;
}

const groups: readonly (readonly ToolName[])[] = [
  ['scroll', 'zoom', 'pan'],
  ['length', 'angle', 'rectangle', 'ellipse', 'probe'],
];

function ToolButton({
  tool,
  viewer,
  state,
  hasLabel,
}: {
  tool: ToolName;
  viewer: Viewer;
  state: ViewerState;
  hasLabel?: boolean;
}) {
  const t = useText('viewer');
  const isActive = state.activeTool === tool;
  const { icon, key } = toolButtons[tool];
  return (
    <BarButton
      icon={icon}
      label={t(`tools.${tool}`)}
      shortcut={key}
      isActive={isActive}
      hasLabel={hasLabel || isActive}
      onClick={() => viewer.selectTool(tool)}
    />
  );
}

const rareTools: readonly ToolName[] = ['cobb', 'arrow', 'text'];

/** The measuring tools that the bar has no room for. Shows the active one if it is among them. */
function RareTools({ viewer, state }: Pick<ToolBarProps, 'viewer' | 'state'>) {
  const t = useText('viewer');
  const active = rareTools.find((tool) => tool === state.activeTool);
  return (
    <DarkMenu
      trigger={
        <BarButton
          icon={active ? toolButtons[active].icon : ChevronDown}
          label={active ? t(`tools.${active}`) : t('tools.moreMeasuring')}
          isActive={active !== undefined}
          hasLabel={active !== undefined}
        />
      }
      items={rareTools.map((tool) => ({
        key: tool,
        label: t(`tools.${tool}`),
        hint: toolButtons[tool].key,
        checked: tool === active,
        onSelect: () => viewer.selectTool(tool),
      }))}
    />
  );
}

const Divider = () => <span aria-hidden="true" className="mx-1 max-lg:mx-0 h-5 w-px shrink-0 bg-v-line" />;

/** Shows the image tools. The active tool and those with an unclear icon have a label (tokens, "viewer toolbar"). */
function ImageTools({ viewer, state, hanging, preferredLayout, overlaysView, ...actions }: ToolBarProps) {
  const { onTogglePlay, onMeasurements, onKeys } = actions;
  const t = useText('viewer');
  const pane = state.panes[state.active];
  const isPlaying = state.playing !== undefined;
  return (
    <>
      <ToolButton tool="window" viewer={viewer} state={state} hasLabel />
      <PresetMenu viewer={viewer} pane={pane} />
      {groups.map((group) => (
        <span key={group[0]} className="flex items-center gap-0.5">
          <Divider />
          {group.map((tool) => (
            <ToolButton key={tool} tool={tool} viewer={viewer} state={state} />
          ))}
        </span>
      ))}
      <RareTools viewer={viewer} state={state} />
      <Divider />
      {changes.map((change) => {
        const { icon, key, apply: applyChange } = changeButtons[change];
        return (
          <BarButton
            key={change}
            icon={icon}
            label={t(`tools.${change}`)}
            shortcut={key}
            onClick={() => applyChange(viewer)}
          />
        );
      })}
      <Divider />
      <BarButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'tools.pause' : 'tools.play')}
        shortcut="C"
        hasLabel
        isActive={isPlaying}
        disabled={(pane?.frames.length ?? 0) < 2}
        onClick={onTogglePlay}
      />
      {state.playing !== undefined && <CineSpeed viewer={viewer} playing={state.playing} />}
      <BarButton
        icon={keyImageButton.icon}
        label={t('tools.keyImage')}
        shortcut={keyImageButton.key}
        isActive={isKeyImage(viewer, pane)}
        disabled={pane?.phase !== 'image'}
        onClick={() => viewer.toggleKeyImage()}
      />
      <span className="flex-1" />
      {overlaysView.toggle && (
        <BarButton
          icon={Shapes}
          label={t('tools.overlays')}
          shortcut={overlaysKey}
          isActive={overlaysView.isOpen}
          onClick={overlaysView.toggle}
        />
      )}
      <BarButton icon={ListOrdered} label={t('measure.list')} shortcut={listKey} onClick={onMeasurements} />
      <LinkMenu viewer={viewer} state={state} />
      {hanging && <PageChoice {...{ viewer, state, hanging }} />}
      <LayoutChoice {...{ viewer, state, preferredLayout }} />
      <BarButton icon={Keyboard} label={t('tools.keys')} shortcut="?" className="max-lg:hidden" onClick={onKeys} />
    </>
  );
}

/** Shows the tools of the current layout. */
export function ToolBar(props: ToolBarProps) {
  const t = useText('viewer');
  const { viewer, state, offer, onKeys } = props;
  return (
    <div
      role="toolbar"
      aria-label={t('tools.label')}
      className="flex h-12 shrink-0 items-center gap-0.5 overflow-x-auto border-b border-v-line bg-v-chrome px-2 max-md:hidden"
    >
      {state.mpr ? <MprBar {...{ viewer, state, offer, onKeys }} mpr={state.mpr} /> : <ImageTools {...props} />}
    </div>
  );
}
