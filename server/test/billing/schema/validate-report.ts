import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { validateXML } from 'xmllint-wasm';

/** Returns the files of a folder, the one of documents first. */
async function readSchema(folder: string, main: RegExp) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.xsd'));
  const files = await Promise.all(
    names.map(async (fileName) => ({ fileName, contents: await readFile(join(folder, fileName), 'utf8') })),
  );
  const schema = files.filter(({ fileName }) => main.test(fileName));
  return { schema, preload: files.filter((file) => !schema.includes(file)) };
}

/** The validator's memory does not hold thousands at once. */
const batchSize = 100;

/**
 * Validates reports (XML) by our own rules, and by the authority's schema if MYDATA_XSD names a folder with its files.
 * Returns what is wrong, with `document-N.xml` of the Nth.
 */
export async function validateReports(xml: readonly string[]): Promise<string[]> {
  const authority = process.env.MYDATA_XSD;
  const schemas = [
    await readSchema(import.meta.dirname, /^documents\.xsd$/),
    ...(authority === undefined ? [] : [await readSchema(authority, /^InvoicesDoc-v[\d.]+\.xsd$/)]),
  ];
  const documents = xml.map((contents, index) => ({ fileName: `document-${index}.xml`, contents }));
  const problems: string[] = [];
  for (let from = 0; from < documents.length; from += batchSize)
    for (const files of schemas) {
      const { errors } = await validateXML({ xml: documents.slice(from, from + batchSize), ...files });
      problems.push(...errors.map(({ rawMessage }) => rawMessage));
    }
  return problems;
}
