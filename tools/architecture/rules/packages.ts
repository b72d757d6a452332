import { packages } from '../../rooms.ts';
import { packageOf, type Rule } from '../tree.ts';

const allowed = new Map<string, readonly string[]>(Object.entries(packages));

/** A package imports only the packages its list names. */
export const checkPackages: Rule = ({ files }) =>
  files.flatMap(({ path, imports }) => {
    const home = packageOf(path);
    const mayImport = home === undefined ? undefined : allowed.get(home);
    if (home === undefined || mayImport === undefined) return [];
    return imports.flatMap(({ specifier, line, target }) => {
      const named = /^@medcloud\/([\w-]+)/.exec(specifier)?.[1] ?? (target === undefined ? home : packageOf(target));
      if (named === undefined || named === home || mayImport.includes(named)) return [];
      return [{ rule: 'packages', path, line, message: `${home} may not import ${named} (${specifier})` }];
    });
  });
