import { classes } from '../../../../lib/classes.ts';
import { useText } from '../../../../text/language.tsx';
import type { KeyboardMeasurementState } from '../../../../viewer/measure/keyboard-measurement.ts';
import { textOutline } from '../panes/overlay.tsx';

/** Shows and announces the measurement made by keyboard, and draws the cross that the arrows move. */
export function MeasuringStatus({
  measuring,
  value,
}: {
  measuring: Omit<KeyboardMeasurementState, 'stats'> | undefined;
  /** What was measured. */
  value: string;
}) {
  const t = useText('viewer');
  const { kind = 'length', stage, point = 1, mark } = measuring ?? {};
  const status = stage && t(`measure.${stage}`, { what: t(`tools.${kind}`), point: String(point) });
  const isMeasuring = mark !== undefined;
  return (
    <>
      {mark && (
        <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-hidden">
          <g transform={`translate(${mark[0]} ${mark[1]})`} className="fill-none stroke-v-measure">
            <path d="M-14 0H-4M4 0H14M0 -14V-4M0 4V14" className="stroke-v-field" strokeWidth="4" opacity="0.65" />
            <path d="M-14 0H-4M4 0H14M0 -14V-4M0 4V14" strokeWidth="1.75" />
          </g>
        </svg>
      )}
      <p
        role="status"
        className={classes(
          isMeasuring
            ? 'pointer-events-none absolute inset-x-0 bottom-20 mx-auto w-fit max-w-[80%] rounded-card bg-v-raised px-3 py-1.5 text-center text-small text-v-ink figures'
            : 'sr-only',
          isMeasuring && textOutline,
        )}
      >
        {status && [status, value].filter(Boolean).join(' ')}
      </p>
    </>
  );
}
