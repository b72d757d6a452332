import { useText } from '../../../../text/language.tsx';
import { Kbd } from '../../../../ui/actions/kbd.tsx';
import { toolNames } from '../../../../viewer/tool-names.ts';
import {
  changeButtons,
  changes,
  copyLinkKey,
  fusionKey,
  keyImageButton,
  listKey,
  mprKey,
  mprToolButtons,
  overlaysKey,
  paneKey,
  seriesListKey,
  slabKeys,
  toolButtons,
} from '../keyboard/tool-buttons.ts';
import { SidePanel } from './side-panel.tsx';

function KeyRow({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <li className="flex items-center justify-between gap-4 border-b border-v-line py-2 text-body">
      {label}
      <span className="flex shrink-0 gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </li>
  );
}

/** Lists every key of the viewer. */
export function KeysPanel({ onClose }: { onClose: () => void }) {
  const t = useText('viewer');
  return (
    <SidePanel title={t('tools.keys')} onClose={onClose}>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={t('tools.keys')}
        className="min-h-0 flex-1 overflow-y-auto px-4 py-2 focus-visible:outline-v-active"
      >
        <KeyRow keys={['↑', '↓']} label={t('keys.leaf')} />
        <KeyRow keys={['Page Up', 'Page Down']} label={t('keys.leafTen')} />
        <KeyRow keys={['Home', 'End']} label={t('keys.ends')} />
        <KeyRow keys={[',', '.']} label={t('keys.series')} />
        <KeyRow keys={[seriesListKey]} label={t('keys.list')} />
        <KeyRow keys={[paneKey]} label={t('keys.pane')} />
        {toolNames.map((tool) => (
          <KeyRow key={tool} keys={[toolButtons[tool].key]} label={t(`tools.${tool}`)} />
        ))}
        {changes.map((change) => (
          <KeyRow key={change} keys={[changeButtons[change].key]} label={t(`tools.${change}`)} />
        ))}
        <KeyRow keys={['1', '9']} label={t('presets.label')} />
        <KeyRow keys={['Alt', '← → ↑ ↓']} label={t('keys.window')} />
        <KeyRow keys={['Shift', '← → ↑ ↓']} label={t('tools.pan')} />
        <KeyRow keys={['+', '-']} label={t('tools.zoom')} />
        <KeyRow keys={['C']} label={t('tools.play')} />
        <KeyRow keys={['G']} label={t('tools.tags')} />
        <KeyRow keys={['U']} label={t('tools.fullscreen')} />
        <KeyRow keys={[copyLinkKey]} label={t('link.copy')} />
        <KeyRow keys={['Enter']} label={t('keys.measure')} />
        <KeyRow keys={[keyImageButton.key]} label={t('tools.keyImage')} />
        <KeyRow keys={[listKey]} label={t('measure.list')} />
        <KeyRow keys={[overlaysKey]} label={t('tools.overlays')} />
        <KeyRow keys={['Ctrl', 'Z']} label={t('measure.undo')} />
        <KeyRow keys={[mprKey]} label={t('mpr.open')} />
        <KeyRow keys={[mprToolButtons.cross.key]} label={t('mpr.cross')} />
        <KeyRow keys={['Shift', '← → ↑ ↓']} label={t('keys.moveCross')} />
        <KeyRow keys={[mprToolButtons.turn.key]} label={t('mpr.turn')} />
        <KeyRow keys={slabKeys} label={t('slab.title')} />
        <KeyRow keys={[fusionKey]} label={t('fusion.open')} />
        <KeyRow keys={['Esc']} label={t('keys.drop')} />
      </ul>
    </SidePanel>
  );
}
