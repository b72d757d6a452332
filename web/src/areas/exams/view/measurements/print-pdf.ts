import './print-sheets.css';
import { loadPdf } from '../documents/use-pdf.ts';

const attribute = 'data-print-sheets';

function removeSheets(): void {
  for (const sheets of document.querySelectorAll(`[${attribute}]`)) {
    for (const image of sheets.querySelectorAll('img')) URL.revokeObjectURL(image.src);
    sheets.remove();
  }
}

/** Prints a PDF of our own, page by page as images: a frame of it is not allowed in our pages. */
export async function printPdf(data: Uint8Array): Promise<void> {
  const { renderPdfPages } = await loadPdf();
  const pages = await renderPdfPages(data);
  removeSheets(); // a browser may not tell when printing has ended
  const sheets = document.createElement('div');
  sheets.setAttribute(attribute, '');
  for (const page of pages) {
    const image = new Image();
    image.alt = '';
    image.src = URL.createObjectURL(page);
    await image.decode();
    sheets.append(image);
  }
  document.body.append(sheets);
  window.addEventListener('afterprint', removeSheets, { once: true });
  window.print();
}
