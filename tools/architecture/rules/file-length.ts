import type { Rule } from '../tree.ts';

// Over this, a file hides a second noun.
const mostLines = 400;

/** No file is longer than 400 lines. */
export const checkFileLength: Rule = ({ files }) =>
  files.flatMap(({ path, lineCount }) =>
    lineCount <= mostLines
      ? []
      : [{ rule: 'file-length', path, line: mostLines, message: `${lineCount} lines, ${mostLines} at most` }],
  );
