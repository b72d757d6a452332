import { useText } from '../../../../text/language.tsx';
import { viewerText } from '../../../../text/viewer.ts';
import { Kbd } from '../../../../ui/actions/kbd.tsx';
import { hands } from '../../../../viewer/hands.ts';
import { changeLooks, changes, handLooks, listKey, mprHandLooks, mprKey } from '../keyboard/acts.ts';
import { SidePanel } from './side-panel.tsx';

function Key({ keys, does }: { keys: readonly string[]; does: string }) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-v-line py-2 text-body">
      {does}
      <span className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </li>
  );
}

/** Every key of the viewer. */
export function KeysPanel({ onClose }: { onClose: () => void }) {
  const t = useText(viewerText);
  return (
    <SidePanel title={t('tools.keys')} onClose={onClose}>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard
        tabIndex={0}
        aria-label={t('tools.keys')}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-2 focus-visible:outline-v-active"
      >
        <Key keys={['↑', '↓']} does={t('keys.leaf')} />
        <Key keys={['Page Up', 'Page Down']} does={t('keys.leafTen')} />
        <Key keys={['Home', 'End']} does={t('keys.ends')} />
        <Key keys={[',', '.']} does={t('keys.series')} />
        {hands.map((hand) => (
          <Key key={hand} keys={[handLooks[hand].key]} does={t(`tools.${hand}`)} />
        ))}
        {changes.map((change) => (
          <Key key={change} keys={[changeLooks[change].key]} does={t(`tools.${change}`)} />
        ))}
        <Key keys={['1', '9']} does={t('presets.label')} />
        <Key keys={['Alt', '← → ↑ ↓']} does={t('keys.window')} />
        <Key keys={['Shift', '← → ↑ ↓']} does={t('tools.pan')} />
        <Key keys={['+', '-']} does={t('tools.zoom')} />
        <Key keys={['C']} does={t('tools.play')} />
        <Key keys={['G']} does={t('tools.tags')} />
        <Key keys={['U']} does={t('tools.fullscreen')} />
        <Key keys={['Enter']} does={t('keys.measure')} />
        <Key keys={[listKey]} does={t('measure.list')} />
        <Key keys={[mprKey]} does={t('mpr.open')} />
        <Key keys={[mprHandLooks.cross.key]} does={t('mpr.cross')} />
        <Key keys={['Shift', '← → ↑ ↓']} does={t('keys.moveCross')} />
        <Key keys={['Esc']} does={t('keys.drop')} />
      </ul>
    </SidePanel>
  );
}
