import type { KeyboardEvent } from 'react';
import { useText } from '../../../../../text/language.tsx';
import { type Caliper, moveByKey, type PaperPoint } from '../../../../../viewer/documents/waveform/caliper.ts';
import { paperWidth, type Speed } from '../../../../../viewer/documents/waveform/paper.ts';

interface CaliperLinesProps {
  caliper: Caliper;
  height: number;
  speed: Speed;
  onCaliper: (caliper: Caliper) => void;
}

/** A point of the caliper that the keyboard moves. */
function Handle({
  point,
  number,
  height,
  speed,
  onMove,
}: Pick<CaliperLinesProps, 'height' | 'speed'> & {
  point: PaperPoint;
  number: 1 | 2;
  onMove: (point: PaperPoint) => void;
}) {
  const t = useText('viewer/objects.waveform');
  const onKeyDown = (event: KeyboardEvent) => {
    const moved = moveByKey(point, event, speed, height);
    if (moved === null) return;
    event.preventDefault();
    onMove(moved);
  };
  const milliseconds = Math.round((point.x / speed) * 1_000);
  return (
    <circle
      cx={point.x}
      cy={point.y}
      r="1.6"
      tabIndex={0}
      role="slider"
      aria-label={t('point', { number: String(number) })}
      aria-valuemin={0}
      aria-valuemax={Math.round((paperWidth / speed) * 1_000)}
      aria-valuenow={milliseconds}
      aria-valuetext={t('pointValue', { milliseconds: String(milliseconds) })}
      onKeyDown={onKeyDown}
      className="fill-white/80 stroke-paper-caliper outline-none focus-visible:fill-paper-caliper"
      strokeWidth="0.5"
    />
  );
}

/** Draws the caliper: two upright lines, two level ones, and their points. */
export function CaliperLines({ caliper, height, speed, onCaliper }: CaliperLinesProps) {
  const [a, b] = caliper;
  return (
    <g data-caliper className="stroke-paper-caliper" strokeWidth="0.35">
      {caliper.map(({ x, y }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a caliper has two points
        <g key={index}>
          <line x1={x} x2={x} y1={0} y2={height} />
          <line x1={Math.min(a.x, b.x)} x2={Math.max(a.x, b.x)} y1={y} y2={y} strokeDasharray="1 1" />
        </g>
      ))}
      <Handle {...{ height, speed }} point={a} number={1} onMove={(point) => onCaliper([point, b])} />
      <Handle {...{ height, speed }} point={b} number={2} onMove={(point) => onCaliper([a, point])} />
    </g>
  );
}
