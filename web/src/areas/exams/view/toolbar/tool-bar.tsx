import { Keyboard, ListOrdered, Pause, Play } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import type { Hand } from '../../../../viewer/hands.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { changeLooks, changes, handLooks, listKey } from '../keyboard/acts.ts';
import { BarButton } from './bar-button.tsx';
import { CineSpeed } from './cine-speed.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { MprBar } from './mpr-bar.tsx';
import { PresetMenu } from './preset-menu.tsx';

export interface ToolBarProps {
  viewer: Viewer;
  state: ViewerState;
  onTogglePlay: () => void;
  onMeasurements: () => void;
  onKeys: () => void;
}

const groups: readonly (readonly Hand[])[] = [
  ['scroll', 'zoom', 'pan'],
  ['length', 'angle', 'rectangle', 'ellipse', 'probe'],
];

function HandButton({
  hand,
  viewer,
  state,
  words,
}: {
  hand: Hand;
  viewer: Viewer;
  state: ViewerState;
  words?: boolean;
}) {
  const t = useText(viewerText);
  const isHeld = state.hand === hand;
  const { icon, key } = handLooks[hand];
  return (
    <BarButton
      icon={icon}
      label={t(`tools.${hand}`)}
      shortcut={key}
      active={isHeld}
      words={words || isHeld}
      onClick={() => viewer.take(hand)}
    />
  );
}

const Line = () => <span aria-hidden="true" className="mx-1 max-lg:mx-0 h-5 w-px shrink-0 bg-v-line" />;

/** The tools of pictures: words for the one in hand and where the picture is not known (tokens, "viewer toolbar"). */
function PictureTools({ viewer, state, onTogglePlay, onMeasurements, onKeys }: ToolBarProps) {
  const t = useText(viewerText);
  const pane = state.panes[state.active];
  const isPlaying = state.playing !== undefined;
  return (
    <>
      <HandButton hand="window" viewer={viewer} state={state} words />
      <PresetMenu viewer={viewer} pane={pane} />
      {groups.map((group) => (
        <span key={group[0]} className="flex items-center gap-0.5">
          <Line />
          {group.map((hand) => (
            <HandButton key={hand} hand={hand} viewer={viewer} state={state} />
          ))}
        </span>
      ))}
      <Line />
      {changes.map((change) => {
        const { icon, key, do: act } = changeLooks[change];
        return (
          <BarButton key={change} icon={icon} label={t(`tools.${change}`)} shortcut={key} onClick={() => act(viewer)} />
        );
      })}
      <Line />
      <BarButton
        icon={isPlaying ? Pause : Play}
        label={t(isPlaying ? 'tools.pause' : 'tools.play')}
        shortcut="C"
        words
        active={isPlaying}
        disabled={(pane?.frames.length ?? 0) < 2}
        onClick={onTogglePlay}
      />
      {state.playing !== undefined && <CineSpeed viewer={viewer} playing={state.playing} />}
      <span className="flex-1" />
      {state.measurements.length > 0 && (
        <BarButton icon={ListOrdered} label={t('measure.list')} shortcut={listKey} onClick={onMeasurements} />
      )}
      <LayoutChoice viewer={viewer} state={state} />
      <BarButton icon={Keyboard} label={t('tools.keys')} shortcut="?" className="max-lg:hidden" onClick={onKeys} />
    </>
  );
}

/** The tools of what stands in sight. */
export function ToolBar(props: ToolBarProps) {
  const t = useText(viewerText);
  const { viewer, state, onKeys } = props;
  return (
    <div
      role="toolbar"
      aria-label={t('tools.label')}
      className="flex h-12 shrink-0 items-center gap-0.5 overflow-x-auto border-b border-v-line bg-v-chrome px-2 max-md:hidden"
    >
      {state.mpr ? (
        <MprBar viewer={viewer} state={state} mpr={state.mpr} onKeys={onKeys} />
      ) : (
        <PictureTools {...props} />
      )}
    </div>
  );
}
