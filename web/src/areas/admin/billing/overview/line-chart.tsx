import { useId } from 'react';

interface LineChartProps {
  title: string;
  /** The oldest first. */
  points: readonly { label: string; value: number }[];
  format: (value: number) => string;
}

const width = 320;
const height = 96;
const margin = 6;

/** Returns where the points lie, from 0 to the highest value. */
function placePoints(values: readonly number[]): [x: number, y: number][] {
  const highest = Math.max(1, ...values);
  const step = (width - 2 * margin) / Math.max(1, values.length - 1);
  return values.map((value, index) => [
    margin + index * step,
    height - margin - (Math.max(0, value) / highest) * (height - 2 * margin),
  ]);
}

/** Draws values as a line, with the first, the last and the highest in words. The table below it has all. */
export function LineChart({ title, points, format }: LineChartProps) {
  const id = useId();
  const placed = placePoints(points.map(({ value }) => value));
  const first = points[0];
  const last = points.at(-1);
  const end = placed.at(-1);
  if (first === undefined || last === undefined || end === undefined) return null;
  return (
    <figure className="min-w-0 rounded-card border border-line bg-surface p-4" aria-labelledby={id}>
      <figcaption id={id} className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-body text-ink-muted">{title}</span>
        <span className="text-h2 figures">{format(last.value)}</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" className="mt-3 block w-full text-primary">
        <line x1={margin} x2={width - margin} y1={height - margin} y2={height - margin} stroke="var(--line)" />
        <polyline
          points={placed.map((place) => place.join(',')).join(' ')}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <circle cx={end[0]} cy={end[1]} r="3.5" fill="currentColor" />
      </svg>
      <p className="mt-1 flex justify-between text-small text-ink-muted figures">
        <span>{first.label}</span>
        <span>{last.label}</span>
      </p>
    </figure>
  );
}
