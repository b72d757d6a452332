import { numberOf } from '@medcloud/dicom/json';
import { ChevronDown } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import type { PaneState } from '../../../../viewer/stack/pane.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { DarkMenu } from './dark-menu.tsx';

const speeds = [2, 5, 10, 15, 25, 30, 50] as const;
const defaultSpeed = 15;

/** Returns the frames per second that the file requests: its rate (PS3.3 C.7.6.5), or 1 divided by its frame time. */
export function getCineSpeed(pane: PaneState | undefined): number {
  const facts = pane?.frames[0]?.attributes;
  const frameMs = facts && numberOf(facts, '00181063');
  const requested =
    (facts && (numberOf(facts, '00180040') ?? numberOf(facts, '00082144'))) ??
    (frameMs !== undefined && frameMs > 0 ? 1_000 / frameMs : undefined);
  return requested !== undefined && requested > 0 ? Math.min(60, Math.max(1, Math.round(requested))) : defaultSpeed;
}

/** Chooses the speed of the cine while it plays. */
export function CineSpeed({ viewer, playing }: { viewer: Viewer; playing: number }) {
  const t = useText('viewer');
  const formatSpeed = (perSecond: number) => t('cine.speed', { count: String(perSecond) });
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
