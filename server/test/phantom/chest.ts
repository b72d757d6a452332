import type { Canvas, Sphere } from './canvas.ts';
import { cosineOfHalfTurn, lungVessels, sineOfHalfTurn, tube } from './curves.ts';
import type { Seeded } from './seeded.ts';

/** Height from the lowest to the highest slice of a chest, in millimeters. */
export const CHEST_HEIGHT_MM = 300;

/** Hounsfield units, for a scan with contrast medium. */
const HU = {
  lung: -860,
  air: -1_000,
  fat: -95,
  mediastinum: -70,
  muscle: 55,
  heart: 70,
  liver: 105,
  spleen: 115,
  stomach: 35,
  blood: 210,
  lungVessel: 60,
  marrow: 190,
  cortex: 620,
  disc: 90,
  cord: 35,
  couch: -480,
} as const;

const isLung = (present: number) => present < -700;

/** Parameters that vary between chests. */
export interface Chest {
  /** Factor for width and depth. */
  readonly girth: number;
  readonly fatMm: number;
  readonly heart: number;
  readonly vessels: readonly Sphere[];
  /** A nodule in a lung, in some chests. */
  readonly nodule: Sphere | undefined;
}

/** Creates a random chest. */
export function chestFrom(random: Seeded): Chest {
  const girth = random.between(0.94, 1.06);
  const fatMm = random.between(9, 20);
  const heart = random.between(0.92, 1.1);
  const vessels = [...lungVessels(random, -1, 18), ...lungVessels(random, 1, 16)];
  const side = random.between(0, 1) < 0.5 ? -1 : 1;
  const position = { x: side * random.between(60, 85), y: random.between(-30, 40), z: random.between(110, 200) };
  const nodule = random.between(0, 1) < 0.6 ? { ...position, radius: random.between(4, 7) } : undefined;
  return { girth, fatMm, heart, vessels, nodule };
}

/** Renders the slice at height `z` (0 at the diaphragm, 300 at the apices) in Hounsfield units. */
export function renderChest(canvas: Canvas, chest: Chest, z: number): void {
  renderTrunk(canvas, chest, z);
  renderLungs(canvas, chest, z);
  renderAbdomen(canvas, z);
  renderMediastinum(canvas, chest, z);
  renderSpine(canvas, z);
  renderRibs(canvas, chest, z);
  renderShoulders(canvas, z);
  renderCouch(canvas);
}

/** Returns half the width and half the depth inside the chest wall, which is narrow at the top. */
function cage(chest: Chest, z: number): [number, number] {
  const rise = Math.max(0, (z - 150) / 150);
  return [chest.girth * (132 - 52 * rise * rise), chest.girth * (88 - 28 * rise * rise)];
}

function renderTrunk(canvas: Canvas, chest: Chest, z: number): void {
  const [width, depth] = cage(chest, z);
  const shoulder = Math.max(0, (z - 225) / 75);
  const halfWidth = width + 26 + shoulder * 62;
  const halfHeight = depth + 20 + shoulder * 4;
  canvas.ellipse({ x: 0, y: 6, halfWidth: halfWidth + chest.fatMm, halfHeight: halfHeight + chest.fatMm }, HU.fat);
  canvas.ellipse({ x: 0, y: 6, halfWidth, halfHeight }, HU.muscle);
  // Fat between the layers of the wall, and fat and vessels behind the breastbone.
  canvas.ellipse({ x: 0, y: 4, halfWidth: width + 8, halfHeight: depth + 6 }, HU.fat);
  canvas.ellipse({ x: 0, y: 2, halfWidth: width + 4, halfHeight: depth + 3 }, HU.muscle);
  canvas.ellipse({ x: 0, y: 0, halfWidth: width * 0.5, halfHeight: depth * 0.92 }, HU.mediastinum);
}

function renderLungs(canvas: Canvas, chest: Chest, z: number): void {
  const [width, depth] = cage(chest, z);
  const height = 1 - ((z - 120) / 185) ** 2;
  if (height <= 0) return;
  const size = Math.sqrt(height);
  for (const side of [-1, 1]) {
    const halfWidth = (width * 0.5 - 3) * size;
    canvas.ellipse({ x: side * width * 0.51, y: 4, halfWidth, halfHeight: depth * 0.97 * size }, HU.lung);
  }
  for (const vessel of chest.vessels) canvas.sphere(vessel, z, HU.lungVessel, isLung);
  if (chest.nodule) canvas.sphere(chest.nodule, z, 40, isLung);
}

function renderAbdomen(canvas: Canvas, z: number): void {
  renderSolid(canvas, { x: -64, y: 4, z: -18, half: [62, 80, 84] }, z, HU.liver);
  renderSolid(canvas, { x: 68, y: 26, z: -26, half: [50, 52, 78] }, z, HU.spleen);
  renderSolid(canvas, { x: 56, y: -26, z: -22, half: [44, 42, 72] }, z, HU.stomach);
  renderSolid(canvas, { x: 54, y: -42, z: 2, half: [24, 14, 30] }, z, HU.air);
}

interface Solid {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly half: readonly [number, number, number];
}

/** Renders the section of an ellipsoid with the plane at `z`. */
function renderSolid(canvas: Canvas, solid: Solid, z: number, value: number): void {
  const size = Math.sqrt(Math.max(0, 1 - ((z - solid.z) / solid.half[2]) ** 2));
  const [halfWidth, halfHeight] = [solid.half[0] * size, solid.half[1] * size];
  canvas.ellipse({ x: solid.x, y: solid.y, halfWidth, halfHeight }, value);
}

function renderMediastinum(canvas: Canvas, chest: Chest, z: number): void {
  const [x, y] = [22, -24];
  const heart = chest.heart;
  renderSolid(canvas, { x, y, z: 82, half: [60 * heart, 49 * heart, 66] }, z, HU.mediastinum);
  renderSolid(canvas, { x, y, z: 82, half: [56 * heart, 45 * heart, 62] }, z, HU.heart);
  renderSolid(canvas, { x: 46, y: -18, z: 72, half: [21, 24, 36] }, z, HU.blood);
  renderSolid(canvas, { x: 12, y: -42, z: 78, half: [25, 17, 34] }, z, HU.blood - 30);
  renderSolid(canvas, { x: -18, y: -22, z: 88, half: [20, 22, 30] }, z, HU.blood - 40);
  renderSolid(canvas, { x: 10, y: 6, z: 104, half: [26, 15, 24] }, z, HU.blood - 10);
  for (const vessel of greatVessels(z)) canvas.sphere(vessel, z, HU.blood);
  for (const airway of airways(z)) canvas.sphere({ ...airway, radius: airway.radius + 1.6 }, z, HU.muscle);
  for (const airway of airways(z)) canvas.sphere(airway, z, HU.air);
  canvas.ellipse({ x: 7, y: 37, halfWidth: 7, halfHeight: 5 }, HU.muscle - 20);
}

/** Returns the aorta with its arch, pulmonary arteries, superior vena cava and the arteries of the neck. */
function greatVessels(z: number): Sphere[] {
  const upright = (x: number, y: number, radius: number, from: number, to: number): Sphere[] =>
    z >= from && z <= to ? [{ x, y, z, radius }] : [];
  return [
    ...upright(19, 47, 12, -50, 205),
    ...upright(-9, -22, 15, 118, 200),
    ...tube([-9, -22, 200], [2, 10, 244], [19, 47, 205], [15, 12], 30),
    ...tube([10, -34, 130], [16, -22, 172], [20, 0, 168], [14, 13], 20),
    ...tube([18, -6, 166], [-8, 4, 164], [-38, 10, 152], [11, 7], 24),
    ...tube([20, 0, 168], [34, 10, 172], [42, 14, 160], [11, 7], 16),
    ...upright(-26, -16, 8.5, 108, 225),
    ...upright(-20, -14, 6.5, 218, 300),
    ...upright(12, -8, 5, 222, 300),
    ...upright(22, 8, 5, 222, 300),
  ];
}

function airways(z: number): Sphere[] {
  const trachea = z > 176 ? [{ x: -1, y: 17, z, radius: 8.5 }] : [];
  const main = [-1, 1].flatMap((side) =>
    tube([0, 17, 178], [side * 12, 17, 166], [side * 40, 18, 138], [7.5, 4.5], 30),
  );
  return [...trachea, ...main];
}

function renderSpine(canvas: Canvas, z: number): void {
  // Thoracic vertebrae are 27 mm apart, of which 6 mm are disc.
  const isDisc = ((z % 27) + 27) % 27 < 6;
  const y = 70;
  canvas.ellipse({ x: 0, y: y + 16, halfWidth: 44, halfHeight: 20 }, HU.muscle);
  canvas.ellipse({ x: 0, y, halfWidth: 18, halfHeight: 15 }, isDisc ? HU.disc : HU.cortex);
  if (!isDisc) canvas.ellipse({ x: 0, y, halfWidth: 16, halfHeight: 13 }, HU.marrow);
  if (!isDisc) {
    canvas.ellipse({ x: 0, y: y + 25, halfWidth: 36, halfHeight: 4.5 }, HU.cortex - 180);
    canvas.ellipse({ x: 0, y: y + 21, halfWidth: 16, halfHeight: 13 }, HU.cortex - 120);
  }
  canvas.ellipse({ x: 0, y: y + 37, halfWidth: 3.4, halfHeight: 13 }, HU.cortex - 250);
  canvas.ellipse({ x: 0, y: y + 21, halfWidth: 10, halfHeight: 8.5 }, HU.mediastinum);
  canvas.ellipse({ x: 0, y: y + 21, halfWidth: 5.5, halfHeight: 5 }, HU.cord);
}

/** Renders the ribs. Each falls 75 mm from the spine to the front, so a slice cuts it in a long arc. */
function renderRibs(canvas: Canvas, chest: Chest, z: number): void {
  const [width, depth] = cage(chest, z);
  const spheres: Sphere[] = [];
  for (let rib = 0; rib < 13; rib++) {
    const back = 330 - rib * 25;
    for (let t = 0.06; t < 0.86; t += 0.005) {
      const thickness = 1 - ((z - (back - 75 * t)) / 6.5) ** 2;
      if (thickness <= 0) continue;
      const x = (width + 3) * sineOfHalfTurn(t);
      const y = (depth + 2) * cosineOfHalfTurn(t) + 2;
      const radius = 4.6 * Math.sqrt(thickness);
      spheres.push({ x, y, z, radius }, { x: -x, y, z, radius });
    }
  }
  for (const sphere of spheres) canvas.sphere(sphere, z, HU.cortex);
  for (const sphere of spheres) canvas.sphere({ ...sphere, radius: sphere.radius - 1.5 }, z, HU.marrow);
  if (z > 95 && z < 262) {
    canvas.ellipse({ x: 0, y: -depth - 4, halfWidth: 19, halfHeight: 6.5 }, HU.cortex - 200);
    canvas.ellipse({ x: 0, y: -depth - 4, halfWidth: 17, halfHeight: 4.5 }, HU.marrow - 40);
  }
}

function renderShoulders(canvas: Canvas, z: number): void {
  if (z < 135) return;
  for (const side of [-1, 1]) {
    const blade = tube([side * 66, 92, z], [side * 98, 84, z], [side * 130, 50, z], [2.4, 4.4], 60);
    for (const sphere of blade)
      canvas.sphere({ ...sphere, radius: sphere.radius * 2.6 }, z, HU.muscle, (present) => present < 0);
    for (const sphere of blade) canvas.sphere(sphere, z, HU.cortex - 60);
    const collar = tube([side * 16, -56, 268], [side * 70, -52, 282], [side * 140, 8, 292], [6.5, 6.5], 90);
    for (const sphere of collar) canvas.sphere(sphere, z, HU.cortex - 40);
    const headOfArm = { x: side * 152, y: 14, z: 292, radius: 24 };
    canvas.sphere(headOfArm, z, HU.cortex);
    canvas.sphere({ ...headOfArm, radius: 21 }, z, HU.marrow);
  }
}

/** Renders the couch under the patient: a shallow trough, only on air. */
function renderCouch(canvas: Canvas): void {
  canvas.each((x, y, present) => {
    const depth = y - (136 - (x * x) / 2_400);
    if (present > -990 || x * x > 200 ** 2 || depth < 0 || depth > 11) return present;
    return depth < 2 || depth > 9 ? HU.couch : HU.air + 40;
  });
}
