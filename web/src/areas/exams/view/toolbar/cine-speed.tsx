import { ChevronDown } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { DarkMenu } from './dark-menu.tsx';

const speeds = [2, 5, 10, 15, 25, 30, 50] as const;

/** Chooses the speed of the cine while it plays. */
export function CineSpeed({ viewer, playing }: { viewer: Viewer; playing: number }) {
  const t = useText('viewer');
  const formatSpeed = (perSecond: number) => t('cine.speed', { count: String(Math.round(perSecond * 10) / 10) });
  return (
    <DarkMenu
      trigger={
        <button
          type="button"
          aria-label={`${t('cine.label')}: ${formatSpeed(playing)}`}
          className="inline-flex h-11 shrink-0 items-center gap-1 rounded-card bg-v-raised px-2.5 text-small font-strong focus-visible:outline-v-active md:h-9 figures"
        >
          {formatSpeed(playing)}
          <ChevronDown size={16} />
        </button>
      }
      items={[...new Set([...speeds, playing])]
        .toSorted((one, other) => one - other)
        .map((speed) => ({
          key: String(speed),
          label: formatSpeed(speed),
          checked: speed === playing,
          onSelect: () => viewer.play(speed),
        }))}
    />
  );
}
