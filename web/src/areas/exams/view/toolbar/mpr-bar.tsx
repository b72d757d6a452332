import { Keyboard } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import { type MprHand, mprHands } from '../../../../viewer/hands.ts';
import type { MprState } from '../../../../viewer/mpr/mpr.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { changeLooks, mprChanges, mprHandLooks } from '../keyboard/acts.ts';
import { BarButton } from './bar-button.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { PresetMenu } from './preset-menu.tsx';

interface MprBarProps {
  viewer: Viewer;
  state: ViewerState;
  mpr: MprState;
  onKeys: () => void;
}

/** What a tool of planes is called. */
export function useMprHandName(): (hand: MprHand) => string {
  const t = useText(viewerText);
  return (hand) => (hand === 'cross' ? t('mpr.cross') : t(`tools.${hand}`));
}

/** The tools of the three planes, where those of pictures stand. */
export function MprBar({ viewer, state, mpr, onKeys }: MprBarProps) {
  const t = useText(viewerText);
  const nameOf = useMprHandName();
  const pane = state.panes[state.active];
  return (
    <>
      {mprHands.map((hand) => (
        <BarButton
          key={hand}
          icon={mprHandLooks[hand].icon}
          label={nameOf(hand)}
          shortcut={mprHandLooks[hand].key}
          active={mpr.hand === hand}
          words={mpr.hand === hand}
          onClick={() => viewer.mpr.take(hand)}
        />
      ))}
      <PresetMenu viewer={viewer} pane={pane && { ...pane, window: mpr.window }} />
      {mprChanges.map((change) => (
        <BarButton
          key={change}
          icon={changeLooks[change].icon}
          label={t(`tools.${change}`)}
          shortcut={changeLooks[change].key}
          onClick={() => changeLooks[change].do(viewer)}
        />
      ))}
      <span className="flex-1" />
      <LayoutChoice viewer={viewer} state={state} />
      <BarButton icon={Keyboard} label={t('tools.keys')} shortcut="?" onClick={onKeys} />
    </>
  );
}
