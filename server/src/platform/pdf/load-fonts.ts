import { readFile } from 'node:fs/promises';
import { TrueTypeFont } from './true-type-font.ts';

/** Liberation Sans (SIL Open Font License), Latin and Greek, as the package of pdf.js carries it. */
const files = ['LiberationSans-Regular.ttf', 'LiberationSans-Bold.ttf'];

let fonts: Promise<readonly TrueTypeFont[]> | undefined;

/** Reads the fonts of all documents once: regular, then bold. */
export function loadFonts(): Promise<readonly TrueTypeFont[]> {
  fonts ??= Promise.all(files.map(readFont));
  return fonts;
}

async function readFont(file: string): Promise<TrueTypeFont> {
  return new TrueTypeFont(await readFile(new URL(import.meta.resolve(`pdfjs-dist/standard_fonts/${file}`))));
}
