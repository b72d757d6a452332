/**
 * Files that pdf.js requests by name: the standard fonts that PDFs need not embed (ISO 32000-1 9.6.2.2), character maps
 * of East Asian scripts, decoders of scanned pages. Each is loaded from the server when it is needed.
 */
const files: Readonly<Record<string, string>> = import.meta.glob(
  [
    '../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { query: '?url', import: 'default', eager: true },
);

const addresses = new Map(
  Object.entries(files).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

/** Fetches pdf.js's own files by name; names are unique. Throws if no file has that name. */
export class PdfFiles {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const address = addresses.get(filename);
    if (address === undefined) throw new Error(`pdf.js has no file ${filename}`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
