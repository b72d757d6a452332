/** Joins combining accents with their letters; line breaks, tabs and further blanks become one blank. */
const toPlainText = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\S\u00a0]+/g, ' ')
    .trim();

/**
 * Breaks a text into lines at blanks, and within a word that is wider than the line. `widthOf` measures a text. No-break
 * spaces, as between an amount and its sign, do not break a line and are blanks in it: fonts have one glyph for both.
 */
export function wrapText(text: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of toPlainText(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (widthOf(line) > width && line.length > 1) {
      const end = countFitting(line, width, widthOf);
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return [...lines, line].map((each) => each.replaceAll('\u00a0', ' '));
}

/** Counts the characters of a word that fit, one at least. */
function countFitting(word: string, width: number, widthOf: (text: string) => number): number {
  let end = 1;
  while (end < word.length && widthOf(word.slice(0, end + 1)) <= width) end += 1;
  return end;
}
