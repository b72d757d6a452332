import { useId } from 'react';
import { classes } from '../../../../../lib/classes.ts';
import { useText } from '../../../../../text/language.tsx';
import type { Caliper } from '../../../../../viewer/documents/waveform/caliper.ts';
import { paperWidth, type Speed } from '../../../../../viewer/documents/waveform/paper.ts';
import type { PaperRow, PaperSheet } from '../../../../../viewer/documents/waveform/sheets.ts';
import { CaliperLines } from './caliper-lines.tsx';
import { usePlaceCaliper } from './use-place-caliper.ts';

/** Squares of 1 and 5 mm. */
function Grid({ height }: { height: number }) {
  const id = useId();
  return (
    <>
      <defs>
        <pattern id={`${id}small`} width="1" height="1" patternUnits="userSpaceOnUse">
          <path d="M1 0H0V1" className="fill-none stroke-paper-fine" strokeWidth="0.08" />
        </pattern>
        <pattern id={`${id}large`} width="5" height="5" patternUnits="userSpaceOnUse">
          <rect width="5" height="5" fill={`url(#${id}small)`} />
          <path d="M5 0H0V5" className="fill-none stroke-paper-line" strokeWidth="0.2" />
        </pattern>
      </defs>
      <rect width={paperWidth} height={height} fill={`url(#${id}large)`} />
    </>
  );
}

/** Formats the value of ten millimeters of a channel that has its own scale. */
function useScaleText() {
  const t = useText('viewer/objects.waveform');
  return ({ scale, channel }: PaperRow) => {
    if (scale.isShared) return '';
    const value = String(Number((10 / scale.mmPerUnit).toPrecision(3)));
    return t('ownScale', { value: [value, channel.unit].filter(Boolean).join(' ') });
  };
}

interface SheetProps {
  sheet: PaperSheet;
  speed: Speed;
  isMeasuring: boolean;
  caliper: Caliper | undefined;
  onCaliper: (caliper: Caliper) => void;
}

/** One sheet of paper: channels below each other, at true size when printed. */
export function Sheet({ sheet: { rows, rowHeight, height }, speed, isMeasuring, caliper, onCaliper }: SheetProps) {
  const t = useText('viewer/objects.waveform');
  const scaleText = useScaleText();
  const placing = usePlaceCaliper(height, caliper, onCaliper);
  return (
    <svg
      viewBox={`0 0 ${paperWidth} ${height}`}
      data-waveform-sheet
      className={classes('block w-full min-w-[250mm] bg-white', isMeasuring && 'touch-none')}
      {...(isMeasuring && placing)}
    >
      <title>{t('sheet', { channels: rows.map(({ channel }) => channel.name).join(', ') })}</title>
      <Grid height={height} />
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: channels keep their positions, and may have equal names
        <g key={index} transform={`translate(0 ${row.middle})`}>
          <path
            d={row.path}
            data-channel={row.channel.name}
            className="fill-none stroke-paper-ink"
            strokeWidth="0.25"
            strokeLinejoin="round"
          />
          <text x="1" y={-rowHeight / 2 + 3.4} className="fill-paper-ink text-[3px] font-semibold select-none">
            {row.channel.name}
            <tspan dx="1.5" className="text-[2.4px] font-normal">
              {scaleText(row)}
            </tspan>
          </text>
        </g>
      ))}
      {isMeasuring && caliper && <CaliperLines {...{ caliper, height, speed, onCaliper }} />}
    </svg>
  );
}
