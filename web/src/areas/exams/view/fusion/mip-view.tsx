import type { DataSet } from '@medcloud/dicom/json';
import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useRef } from 'react';
import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import type { FusionState } from '../../../../viewer/fusion/fusion.ts';
import type { MprState } from '../../../../viewer/mpr/mpr-state.ts';
import type { Viewer } from '../../../../viewer/viewer.ts';
import { arrowDirections } from '../key-press.ts';
import { onLight, PlanePatient, textOutline } from '../panes/overlay.tsx';

const sides = ['front', 'left', 'back', 'right'] as const;
const degreesPerStep = 10;
const pixelsPerStep = 10; // CSS pixels of a drag
const minDrag = 4; // CSS pixels: below, it is a click

interface MipViewProps {
  viewer: Viewer;
  mpr: MprState;
  fusion: FusionState;
  facts: DataSet;
}

/** Turns the projection by a drag to the side. A click moves the cross to the brightest place below it. */
function useTurn(viewer: Viewer) {
  const drag = useRef<{ readonly start: number; turned: number; isClick: boolean }>(undefined);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { start: event.clientX, turned: 0, isClick: true };
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      if (!drag.current) return;
      const offset = clientX - drag.current.start;
      if (Math.abs(offset) >= minDrag) drag.current.isClick = false;
      const steps = Math.trunc(offset / pixelsPerStep) - drag.current.turned;
      if (steps === 0) return;
      drag.current.turned += steps;
      viewer.fusion.shown?.turn(-steps); // the body follows the pointer
    },
    onPointerUp: ({ clientX, clientY }: PointerEvent) => {
      if (drag.current?.isClick) viewer.fusion.shown?.moveToBrightest(clientX, clientY);
      drag.current = undefined;
    },
    onPointerCancel: () => {
      drag.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const [across = 0, down = 0] = arrowDirections[event.key] ?? [];
      if (across + down === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      viewer.fusion.shown?.turn(across + down);
    },
  };
}

/** Shows the projection of the PET, which turns about the body. */
export function MipView({ viewer, mpr, fusion, facts }: MipViewProps) {
  const t = useText('viewer');
  const degrees = fusion.angle * degreesPerStep;
  const side = sides[Math.round(degrees / 90) % 4] ?? 'front';
  const attach = useCallback((canvas: HTMLCanvasElement) => viewer.fusion.shown?.attachMip(canvas), [viewer]);
  const turn = useTurn(viewer);
  // the cross moved
  // biome-ignore lint/correctness/useExhaustiveDependencies: draws after each change of the planes
  useEffect(() => viewer.fusion.shown?.drawMip(), [viewer, mpr.planes]);
  const canTurn = fusion.mip !== 'unavailable' && fusion.mip !== 'failed';
  const angle = t('fusion.angle', { degrees: String(degrees), side: t(`fusion.sides.${side}`) });
  return (
    <section aria-label={t('fusion.parts.mip')} data-mip={fusion.mip} className="relative min-h-0 min-w-0 bg-v-field">
      <div
        role="slider"
        tabIndex={0}
        data-own-arrows
        aria-label={t('fusion.turn')}
        aria-valuemin={0}
        aria-valuemax={350}
        aria-valuenow={degrees}
        aria-valuetext={angle}
        {...turn}
        className="absolute inset-0 cursor-ew-resize touch-none outline-offset-[-3px] focus-visible:outline-v-active"
      >
        <canvas ref={attach} className="absolute inset-0 size-full text-v-reference" />
      </div>
      <div
        className={classes(
          'pointer-events-none absolute inset-0 text-small leading-5 text-v-overlay figures',
          textOutline,
        )}
      >
        <div className={classes('absolute top-3 left-4 max-w-[70%]', onLight)}>
          <p className="font-semibold">{t('fusion.parts.mip')}</p>
          <PlanePatient facts={facts} />
        </div>
        {canTurn && <p className={classes('absolute right-4 bottom-3 text-right', onLight)}>{angle}</p>}
        {fusion.mip !== 'standing' && (
          <p role="status" className="absolute inset-x-4 top-1/2 text-center">
            {t(`fusion.mip.${fusion.mip}`)}
          </p>
        )}
      </div>
    </section>
  );
}
