import type { Canvas, Sphere } from './canvas.ts';
import { cosineOfHalfTurn, lungVessels, type Point, pointOn, sineOfHalfTurn } from './curves.ts';
import type { Seeded } from './seeded.ts';

// A radiograph is a sum of shadows: each part adds its attenuation, in millimeters of water, along the ray.
// x points to the patient's left (right side of the image), y points down, in millimeters from the center of the film.

/** Parameters that vary between chests. */
export interface Radiograph {
  readonly width: number;
  readonly heart: number;
  readonly vessels: readonly Sphere[];
}

export function radiographFrom(random: Seeded): Radiograph {
  return {
    width: random.between(0.95, 1.05),
    heart: random.between(0.9, 1.12),
    vessels: [...lungVessels(random, -1, 16), ...lungVessels(random, 1, 15)],
  };
}

/** Returns the shadow at a point without bones and vessels. */
export function shadowOfSoftParts(body: Radiograph, x: number, y: number): number {
  const trunk = trunkShadow(body, x, y);
  if (trunk === 0) return 0;
  const lungs = lungShadow(body, x, y);
  const aboveMidriff = clamp((150 - y) / 70);
  const middle = aboveMidriff * (chord(x + 2, 29, y - 20, 230, 50) + heartShadow(body, x, y) + aortaShadow(x, y));
  const airway = y < -48 && y > -190 ? 11 * bump((x + 1) / 9) : 0;
  const gas = chord(x - 62, 26, y - 128, 16, 40);
  return Math.max(8, trunk - lungs + Math.min(70, middle) - airway - gas);
}

function trunkShadow(body: Radiograph, x: number, y: number): number {
  // Shoulders from the neck down, then the chest wall, slightly narrower at the waist.
  const shoulder = clamp((y + 190) / 75);
  const halfWidth =
    58 + (98 * body.width + 4) * Math.sqrt(shoulder) - 10 * clamp((y - 60) / 150) + 44 * bump((y + 105) / 85);
  const share = 1 - (x / halfWidth) ** 2;
  if (share <= 0) return 0;
  return (128 + 75 * clamp((y + 150) / 300)) * Math.sqrt(share) + 14;
}

/** Returns the reduction by the air of the lungs. They end at the domes of the diaphragm, the right one higher. */
function lungShadow(body: Radiograph, x: number, y: number): number {
  const isRight = x < 0;
  const middle = (isRight ? -72 : 74) * body.width;
  const dome = (isRight ? 92 : 104) + 0.0062 * (x - middle * 0.8) ** 2;
  const below = clamp((dome - y) / 5);
  if (below === 0) return 0;
  const narrowing = 1 - ((y - 70) / 255) ** 2;
  if (narrowing <= 0) return 0;
  const across = (x - middle * (0.74 + 0.26 * narrowing)) / (61 * Math.sqrt(narrowing));
  const share = 1 - across ** 4;
  return share <= 0 ? 0 : (108 + 30 * clamp((y + 150) / 300)) * Math.sqrt(share) * (0.6 + 0.4 * narrowing) * below;
}

function heartShadow(body: Radiograph, x: number, y: number): number {
  const size = body.heart;
  const apex = chord(x - 30 - 0.3 * (y - 60), 52 * size, y - 62, 62 * size, 62);
  return Math.max(apex, chord(x + 18, 34 * size, y - 52, 46 * size, 40), chord(x - 14, 34, y + 2, 44, 30));
}

function aortaShadow(x: number, y: number): number {
  const knob = chord(x - 24, 17, y + 62, 18, 26);
  return Math.max(
    knob,
    y > -62 && y < 170 ? 16 * bump((x - 22) / 14) : 0,
    y < -20 && y > -150 ? 12 * bump((x + 22) / 13) : 0,
  );
}

/** Renders the shadows of vessels, spine, ribs, collarbones and shoulder blades. Shadows of one bone do not add up. */
export function shadowsOfBones(canvas: Canvas, body: Radiograph): void {
  for (const vessel of body.vessels) {
    const [x, y] = [vessel.x * body.width, 135 - vessel.z];
    deepen(canvas, x, y, vessel.radius * 1.1, vessel.radius * 4.5);
  }
  canvas.each((x, y, present) => present + spineShadow(x, y));
  const bones = ribs(body);
  const ribLayer = canvas.values.slice();
  for (const [centers, radius, depth] of bones) {
    const [from, to] = rowsAround(canvas, centers, radius);
    canvas.values.fill(0, from, to);
    for (const [x, y] of centers) deepen(canvas, x, y, radius, depth);
    for (let at = from; at < to; at++) ribLayer[at] = (ribLayer[at] ?? 0) + (canvas.values[at] ?? 0);
  }
  canvas.values.set(ribLayer);
}

/** Returns the pixel range of the rows that a bone touches (end exclusive), about a tenth of the image. */
function rowsAround({ columns, rows, spacing }: Canvas, centers: Line, radius: number): [number, number] {
  const heights = centers.map(([, y]) => (rows - 1) / 2 + y / spacing);
  const first = Math.max(0, Math.floor(Math.min(...heights) - radius / spacing));
  const last = Math.min(rows - 1, Math.ceil(Math.max(...heights) + radius / spacing));
  return [first * columns, (last + 1) * columns];
}

function spineShadow(x: number, y: number): number {
  const isDisc = ((y % 27) + 27) % 27 < 5;
  const body = 30 * bump(x / 19) * (isDisc ? 0.55 : 1);
  const spine = 12 * bump(x / 3.5) * (isDisc ? 0.3 : 1);
  return body + spine;
}

type Line = readonly (readonly [x: number, y: number])[];

/**
 * Returns bones as lines of spheres with radius and attenuation: ribs behind and in front, collarbones, shoulder
 * blades.
 */
function ribs(body: Radiograph): [Line, number, number][] {
  const bones: [Line, number, number][] = [];
  for (const side of [-1, 1]) {
    for (let rib = 0; rib < 10; rib++) {
      const top = -176 + rib * 27;
      const width = body.width * (74 + 68 * Math.sqrt(clamp((rib + 0.3) / 5)));
      bones.push([ribLine(side, top, width, 0.04, 0.52), 6.2, 15]);
      if (rib < 7) bones.push([ribLine(side, top, width, 0.52, 0.82), 6.6, 10]);
    }
    bones.push([bent(side, [14, -132, 0], [70, -150, 0], [132, -160, 0]), 6.5, 20]);
    bones.push([bent(side, [118, -150, 0], [106, -96, 0], [126, -40, 0]), 4, 11]);
    bones.push([bent(side, [118, -150, 0], [150, -120, 0], [126, -40, 0]), 3, 8]);
  }
  return bones;
}

/** Returns one rib from the spine outwards and down (t up to 0.5 behind, then in front). */
function ribLine(side: number, top: number, width: number, from: number, to: number): Line {
  const steps = 150;
  return Array.from({ length: steps }, (_, index) => {
    const t = from + ((to - from) * index) / (steps - 1);
    const x = side * width * sineOfHalfTurn(t);
    return [x, top - 8 * sineOfHalfTurn(clamp(t * 2.4)) + 42 * (1 - cosineOfHalfTurn(t))] as const;
  });
}

function bent(side: number, start: Point, bend: Point, end: Point): Line {
  return Array.from({ length: 130 }, (_, index) => {
    const [x, y] = pointOn(start, bend, end, index / 129);
    return [side * x, y] as const;
  });
}

/** Raises the shadow to that of a sphere, denser at its rim like bone; never lowers it. */
function deepen(canvas: Canvas, x: number, y: number, radius: number, depth: number): void {
  const middleColumn = (canvas.columns - 1) / 2 + x / canvas.spacing;
  const middleRow = (canvas.rows - 1) / 2 + y / canvas.spacing;
  const reach = radius / canvas.spacing;
  for (
    let row = Math.max(0, Math.ceil(middleRow - reach));
    row <= Math.min(canvas.rows - 1, middleRow + reach);
    row++
  ) {
    for (
      let column = Math.max(0, Math.ceil(middleColumn - reach));
      column <= Math.min(canvas.columns - 1, middleColumn + reach);
      column++
    ) {
      const share = ((column - middleColumn) ** 2 + (row - middleRow) ** 2) / reach ** 2;
      if (share >= 1) continue;
      const at = row * canvas.columns + column;
      canvas.values[at] = Math.max(canvas.values[at] ?? 0, depth * Math.sqrt(Math.sqrt(1 - share)));
    }
  }
}

/** Returns the length of a ray inside an ellipsoid of this depth; 0 outside. */
function chord(x: number, halfWidth: number, y: number, halfHeight: number, depth: number): number {
  return depth * Math.sqrt(Math.max(0, 1 - (x / halfWidth) ** 2 - (y / halfHeight) ** 2));
}

/** Returns 1 at 0, 0 from 1 on, with a parabola between. */
function bump(share: number): number {
  return Math.max(0, 1 - share * share);
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, value));
}
