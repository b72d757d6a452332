import { Keyboard, Layers2 } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import { type MprToolName, mprToolNames } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { toggleFusion } from '../fusion/toggle-fusion.ts';
import type { FusionOffer } from '../fusion/use-fusion-offer.ts';
import { changeButtons, fusionKey, mprChanges, mprToolButtons } from '../keyboard/tool-buttons.ts';
import { BarButton } from './bar-button.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { PresetMenu } from './preset-menu.tsx';
import { SlabMenu } from './slab-menu.tsx';

interface MprBarProps {
  viewer: Viewer;
  state: ViewerState;
  mpr: MprState;
  /** What can be fused in the exam, or why nothing can. */
  offer: FusionOffer;
  onKeys: () => void;
}

/** Returns an MPR tool's name. */
export function useMprToolName(): (tool: MprToolName) => string {
  const t = useText('viewer');
  return (tool) => (tool === 'cross' || tool === 'turn' ? t(`mpr.${tool}`) : t(`tools.${tool}`));
}

/** Shows the MPR tools in place of the image tools. */
export function MprBar({ viewer, state, mpr, offer, onKeys }: MprBarProps) {
  const t = useText('viewer');
  const nameOf = useMprToolName();
  const pane = state.panes[state.active];
  return (
    <>
      {mprToolNames.map((tool) => (
        <BarButton
          key={tool}
          icon={mprToolButtons[tool].icon}
          label={nameOf(tool)}
          shortcut={mprToolButtons[tool].key}
          isActive={mpr.activeTool === tool}
          hasLabel={mpr.activeTool === tool}
          onClick={() => viewer.mpr.selectTool(tool)}
        />
      ))}
      <PresetMenu viewer={viewer} pane={pane && { ...pane, window: mpr.window }} />
      <SlabMenu viewer={viewer} slab={mpr.slab} />
      {typeof offer === 'object' && (
        <BarButton
          icon={Layers2}
          label={t('fusion.open')}
          shortcut={fusionKey}
          isActive={state.fusion !== undefined}
          onClick={() => toggleFusion(viewer, offer)}
        />
      )}
      {mprChanges.map((change) => (
        <BarButton
          key={change}
          icon={changeButtons[change].icon}
          label={t(`tools.${change}`)}
          shortcut={changeButtons[change].key}
          onClick={() => changeButtons[change].apply(viewer)}
        />
      ))}
      <span className="flex-1" />
      <LayoutChoice viewer={viewer} state={state} />
      <BarButton icon={Keyboard} label={t('tools.keys')} shortcut="?" onClick={onKeys} />
    </>
  );
}
