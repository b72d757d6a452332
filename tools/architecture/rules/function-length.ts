import { readFunctions } from '../functions.ts';
import { isForTests, type Rule } from '../tree.ts';

const mostLines = 80;

/** A migration is a list of SQL statements, read from top to bottom. */
function isMigration(path: string): boolean {
  return path.startsWith('server/src/platform/db/migrations/');
}

/** No function body is longer than 80 lines. A test file's `describe` holds all its tests, so tests are left out. */
export const checkFunctionLength: Rule = ({ files }) =>
  files.flatMap(({ path, tokens }) => {
    if (isForTests(path) || isMigration(path)) return [];
    return readFunctions(tokens).flatMap(({ line, lineCount }) =>
      lineCount <= mostLines
        ? []
        : [{ rule: 'function-length', path, line, message: `a function of ${lineCount} lines, ${mostLines} at most` }],
    );
  });
