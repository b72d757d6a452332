import { floors } from '../../rooms.ts';
import { isForTests, type Rule } from '../tree.ts';

const names: readonly string[] = floors;

/** The floor of a server file; the files beside the floors (main.ts, house.ts) stand above all of them. */
function heightOf(path: string): number | undefined {
  const inside = /^server\/src\/(.+)$/.exec(path)?.[1];
  if (inside === undefined) return undefined;
  const height = names.indexOf(inside.split('/')[0] ?? '');
  return height < 0 ? names.length : height;
}

/** The server's floors import downwards only, and nothing that ships imports what stands in a test folder. */
export const checkFloors: Rule = ({ files }) =>
  files.flatMap(({ path, imports }) => {
    const height = heightOf(path);
    if (height === undefined || isForTests(path)) return [];
    return imports.flatMap(({ line, target }) => {
      if (target === undefined) return [];
      const reached = heightOf(target);
      if (reached !== undefined && reached > height) {
        return [{ rule: 'floors', path, line, message: `imports upwards: ${target}` }];
      }
      return isForTests(target) ? [{ rule: 'floors', path, line, message: `imports a test's file: ${target}` }] : [];
    });
  });
