import type { DataSet } from '@medcloud/dicom/json';
import { useState } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import type { FusionState } from '../../../../viewer/fusion/fusion.ts';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import { petCtViews } from '../../../../viewer/tool-names.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { PlaneView } from '../panes/plane-view.tsx';
import { MipView } from './mip-view.tsx';

const parts = [...petCtViews, 'mip'] as const;
type Part = (typeof parts)[number];

/** Chooses the visible view on a phone. */
function PartChoice({ chosen, onChoose }: { chosen: Part; onChoose: (part: Part) => void }) {
  const t = useText('viewer');
  return (
    <fieldset aria-label={t('fusion.part')} className="grid shrink-0 grid-cols-4 gap-2 bg-v-field px-3 py-1">
      {parts.map((part) => (
        <button
          key={part}
          type="button"
          aria-pressed={part === chosen}
          onClick={() => onChoose(part)}
          className={classes(
            'h-11 rounded-card px-1 text-small font-strong focus-visible:outline-v-active',
            part === chosen ? 'bg-v-active text-v-on-active' : 'bg-v-raised',
          )}
        >
          {t(`fusion.parts.${part}`)}
        </button>
      ))}
    </fieldset>
  );
}

interface PetCtViewProps {
  viewer: Viewer;
  mpr: MprState;
  fusion: FusionState;
  /** Attributes of an image of the CT: whose it is, and when it was made. */
  facts: DataSet;
  isPhone: boolean;
}

/** Shows one plane of CT, PET and both, beside the projection of the PET. A phone shows one of them. */
export function PetCtView({ viewer, mpr, fusion, facts, isPhone }: PetCtViewProps) {
  const t = useText('viewer');
  const [chosen, choose] = useState<Part>('fused');
  const planeState = mpr.planes[mpr.active];
  const shown = parts.filter((part) => !isPhone || part === chosen);
  if (!planeState) return null;
  return (
    <>
      {isPhone && <PartChoice chosen={chosen} onChoose={choose} />}
      <div className={classes('grid min-h-0 flex-1 gap-px bg-v-line', !isPhone && 'grid-cols-2 grid-rows-2')}>
        {shown.map((part) =>
          part === 'mip' ? (
            <MipView key={part} {...{ viewer, mpr, fusion, facts }} />
          ) : (
            <PlaneView
              key={part}
              {...{ viewer, mpr, facts, planeState }}
              view={part}
              title={t(`fusion.parts.${part}`)}
              hasWindow={part === 'ct' || (isPhone && part === 'fused')}
            />
          ),
        )}
      </div>
    </>
  );
}
