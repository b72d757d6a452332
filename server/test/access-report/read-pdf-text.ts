import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the text of a PDF with pdf.js, one line a text. */
export async function readPdfText(data: Uint8Array): Promise<string> {
  const task = getDocument({ data, verbosity: 0 });
  const file = await task.promise;
  const texts: string[] = [];
  for (let number = 1; number <= file.numPages; number += 1) {
    const { items } = await (await file.getPage(number)).getTextContent();
    texts.push(...items.flatMap((item) => ('str' in item ? item.str : [])));
  }
  await task.destroy();
  return texts.join('\n');
}
