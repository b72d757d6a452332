import { Box, LayoutGrid } from 'lucide-react';
import { useMedia } from '../../../../lib/media.ts';
import { useText } from '../../../../text/language.tsx';
import { layouts } from '../../../../viewer/tool-names.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { mprKey } from '../keyboard/tool-buttons.ts';
import { BarButton } from './bar-button.tsx';
import { DarkMenu, type DarkMenuItem } from './dark-menu.tsx';

/** Opens or closes the three MPR planes. */
export function toggleMpr(viewer: Viewer): void {
  const { mpr, panes, active } = viewer.getSnapshot();
  if (mpr) viewer.closeMpr();
  else if (panes[active]?.phase === 'image') viewer.openMpr();
}

/** Chooses the number of panes, or the MPR planes of a volume. */
export function LayoutChoice({
  viewer,
  state,
  preferredLayout,
}: {
  viewer: Viewer;
  state: ViewerState;
  preferredLayout?: DarkMenuItem | undefined;
}) {
  const t = useText('viewer');
  // three columns are too narrow below
  const isWide = useMedia('(width >= 80rem)');
  const offered = isWide ? layouts : layouts.filter((layout) => layout !== '2x3');
  return (
    <>
      <BarButton
        icon={Box}
        label={t('mpr.title')}
        shortcut={mprKey}
        hasLabel
        isActive={state.mpr !== undefined}
        disabled={state.panes[state.active]?.phase !== 'image'}
        onClick={() => toggleMpr(viewer)}
      />
      <DarkMenu
        trigger={<BarButton icon={LayoutGrid} label={`${t('tools.layout')} ${state.layout.replace('x', ' × ')}`} />}
        items={[
          ...offered.map((layout) => ({
            key: layout,
            label: layout.replace('x', ' × '),
            checked: layout === state.layout && !state.mpr,
            onSelect: () => viewer.setLayout(layout),
          })),
          ...(preferredLayout ? [preferredLayout] : []),
        ]}
      />
    </>
  );
}
