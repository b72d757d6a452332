import { checkCrossing } from './rules/crossing.ts';
import { checkCycles } from './rules/cycles.ts';
import { checkDoors } from './rules/doors.ts';
import { checkEnvironment } from './rules/environment.ts';
import { checkFileLength } from './rules/file-length.ts';
import { checkFloors } from './rules/floors.ts';
import { checkFunctionLength } from './rules/function-length.ts';
import { checkPackages } from './rules/packages.ts';
import { checkRooms } from './rules/rooms.ts';
import { checkRoutes } from './rules/routes.ts';
import { checkScreenRoutes } from './rules/screen-routes.ts';
import { checkScreens } from './rules/screens.ts';
import { checkTimeAndChance } from './rules/time-and-chance.ts';
import { type Rule, readTree, type Violation } from './tree.ts';

const rules: readonly Rule[] = [
  checkPackages,
  checkCrossing,
  checkFloors,
  checkRooms,
  checkCycles,
  checkDoors,
  checkFileLength,
  checkFunctionLength,
  checkEnvironment,
  checkTimeAndChance,
];

/** Every violation of the house's rules under a folder. What the contract names must be there once its part is `complete`. */
export async function checkTree(root: string, complete: { routes: boolean; screens: boolean }): Promise<Violation[]> {
  const tree = readTree(root);
  const asked = [...rules];
  if (complete.routes) asked.push(checkRoutes);
  if (complete.screens) asked.push(checkScreens, checkScreenRoutes);
  const found = await Promise.all(asked.map((rule) => rule(tree)));
  return found.flat();
}

/** A violation as one line a terminal can be clicked on. */
export function describeViolation({ rule, path, line, message }: Violation): string {
  return `${path}:${line} ${rule}: ${message}`;
}
