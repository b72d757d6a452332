import { Link2 } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { linkKinds } from '../../../../viewer/links/pane-links.ts';
import type { Viewer, ViewerState } from '../../../../viewer/viewer.ts';
import { BarButton } from '../toolbar/bar-button.tsx';
import { DarkMenu } from '../toolbar/dark-menu.tsx';

/** Chooses what the panes have in common, and makes the shown slices belong together. Only for several images. */
export function LinkMenu({ viewer, state }: { viewer: Viewer; state: ViewerState }) {
  const t = useText('viewer');
  const { kinds, relations } = state.links;
  if (!relations.some((relation) => relation !== undefined)) return null;
  return (
    <DarkMenu
      trigger={<BarButton icon={Link2} label={t('link.title')} isActive={Object.values(kinds).some(Boolean)} />}
      items={[
        ...linkKinds.map((kind) => ({
          key: kind,
          label: t(`link.${kind}`),
          checked: kinds[kind],
          onSelect: () => viewer.links.toggle(kind),
        })),
        { key: 'here', label: t('link.here'), onSelect: () => viewer.links.linkHere() },
      ]}
    />
  );
}
