import { posix } from 'node:path';
import { packageOf, type Rule } from '../tree.ts';

/** Another package is imported by its name, not by walking to its folder. */
export const checkCrossing: Rule = ({ files }) =>
  files.flatMap(({ path, imports }) => {
    const home = packageOf(path);
    if (home === undefined) return [];
    return imports.flatMap(({ specifier, line }) => {
      if (!specifier.startsWith('.')) return [];
      const reached = posix.join(posix.dirname(path), specifier);
      if (reached.startsWith(`${home}/`)) return [];
      return [{ rule: 'crossing', path, line, message: `${specifier} leaves ${home}; import the package by its name` }];
    });
  });
