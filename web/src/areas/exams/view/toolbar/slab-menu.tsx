import { ChevronDown } from 'lucide-react';
import { useText } from '../../../../text/language.tsx';
import { blends, maxThicknessMm, type Slab, slabThicknesses } from '../../../../viewer/mpr/slab.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { DarkMenu, type DarkMenuItem } from './dark-menu.tsx';

/** Returns the items that choose a slab's thickness, and how its values become one. */
export function useSlabItems(viewer: Viewer, slab: Slab): readonly DarkMenuItem[] {
  const t = useText('viewer');
  const thicknesses = slabThicknesses.map((thicknessMm) => ({
    key: String(thicknessMm),
    label: thicknessMm === 0 ? t('slab.none') : t('slab.thickness', { mm: String(thicknessMm) }),
    checked: thicknessMm === slab.thicknessMm,
    onSelect: () => viewer.mpr.setSlab({ thicknessMm }),
  }));
  if (slab.thicknessMm === 0) return thicknesses;
  const ways = blends.map((blend) => ({
    key: blend,
    label: t(`slab.${blend}`),
    checked: blend === slab.blend,
    onSelect: () => viewer.mpr.setSlab({ blend }),
  }));
  return [...thicknesses, ...ways];
}

/** Chooses the slab of the planes, also with an own thickness. */
export function SlabMenu({ viewer, slab }: { viewer: Viewer; slab: Slab }) {
  const t = useText('viewer');
  const items = useSlabItems(viewer, slab);
  const isOn = slab.thicknessMm > 0;
  const current = isOn
    ? `${t(`slab.${slab.blend}`)} ${t('slab.thickness', { mm: String(slab.thicknessMm) })}`
    : t('slab.none');
  return (
    <>
      <DarkMenu
        trigger={
          <button
            type="button"
            aria-label={`${t('slab.title')}: ${current}`}
            className="inline-flex h-9 shrink-0 items-center gap-2 rounded-card bg-v-raised px-2.5 text-small font-strong focus-visible:outline-v-active figures"
          >
            {isOn ? current : t('slab.title')}
            <ChevronDown size={16} />
          </button>
        }
        items={items}
      />
      {isOn && (
        <input
          type="number"
          min={1}
          max={maxThicknessMm}
          step={1}
          aria-label={t('slab.own')}
          value={slab.thicknessMm}
          onChange={({ target }) => {
            const thicknessMm = target.valueAsNumber;
            if (thicknessMm >= 1) viewer.mpr.setSlab({ thicknessMm });
          }}
          className="h-9 w-16 shrink-0 rounded-card border border-v-line bg-v-field px-2 text-small focus-visible:outline-v-active figures"
        />
      )}
    </>
  );
}
