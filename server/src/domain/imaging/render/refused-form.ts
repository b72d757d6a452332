import { type DicomHead, firstText, numbersOf } from '@medcloud/dicom';
import { type RefusedForm, RenderFault } from './render-fault.ts';

const unknown = '?';
const standardSyntax = /^1\.2\.840\.10008\.1\.2(\.\d{1,3}){0,3}$/;
const photometrics: readonly string[] = [
  'MONOCHROME1',
  'MONOCHROME2',
  'PALETTE COLOR',
  'RGB',
  'YBR_FULL',
  'YBR_FULL_422',
  'YBR_PARTIAL_420',
  'YBR_ICT',
  'YBR_RCT',
];
const bitTags = [0x00280100, 0x00280101, 0x00280102] as const;
const maxBits = 64;

/** Returns the form that a file states. */
export function refusedFormOf({ dataSet, transferSyntax }: DicomHead): RefusedForm {
  const photometric = firstText(dataSet, 0x00280004);
  const numbers = bitTags.map((tag) => numbersOf(dataSet, tag)[0] ?? Number.NaN);
  return {
    ...refusedSyntax(transferSyntax),
    photometric: photometrics.includes(photometric) ? photometric : unknown,
    bits: numbers.map((bits) => (bits >= 0 && bits <= maxBits ? String(bits) : unknown)).join('/'),
  };
}

/** Returns the form of a file of which only the transfer syntax is known. */
export function refusedSyntax(transferSyntax: string): RefusedForm {
  const syntax = standardSyntax.test(transferSyntax) ? transferSyntax : unknown;
  return { syntax, photometric: unknown, bits: unknown };
}

/** Calls `work`, and adds the form of the file to its `RenderFault`. */
export async function withForm<Result>(head: DicomHead, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RenderFault) || error.form !== null) throw error;
    throw new RenderFault(error.code, { cause: error, form: refusedFormOf(head) });
  }
}
