import { doors } from '../../rooms.ts';
import { isForTests, type Rule } from '../tree.ts';

const guarded: readonly (readonly [string, readonly string[]])[] = Object.entries(doors);

/** A heavy dependency is imported only behind its door. Tests, benchmarks and tools may use them all. */
export const checkDoors: Rule = ({ files }) =>
  files.flatMap(({ path, imports }) => {
    if (isForTests(path) || !/^\w+\/src\//.test(path)) return [];
    return imports.flatMap(({ specifier, line }) => {
      const guard = guarded.find(([name]) => specifier === name || specifier.startsWith(`${name}/`));
      if (guard === undefined || guard[1].some((door) => path.startsWith(door))) return [];
      return [{ rule: 'doors', path, line, message: `${specifier} may be imported in ${guard[1].join(', ')} only` }];
    });
  });
