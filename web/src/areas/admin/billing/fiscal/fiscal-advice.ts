import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';

/** What to do about a document; its text is `billing/fiscal.advice`. */
export type FiscalAdvice =
  | 'seller'
  | 'vatNumber'
  | 'refused'
  | 'cancelRefused'
  | 'credentials'
  | 'folder'
  | 'unreachable'
  | 'asked'
  | 'soon';

/**
 * Codes of the authority's list of errors: 102 the VAT number has no active business, 201 user and key are of another
 * business than the seller, 202 a Greek VAT number is not valid.
 */
const rejections: Readonly<Record<string, FiscalAdvice>> = { '102': 'seller', '201': 'seller', '202': 'vatNumber' };

/** Says what to do about a document by its state and the code of the last failure; null if nothing is to do. */
export function adviceFor({
  state,
  driver,
  errorCode,
}: Pick<FiscalDocument, 'state' | 'driver' | 'errorCode'>): FiscalAdvice | null {
  if (state === 'cancelled') return null;
  if (state === 'accepted') return errorCode === null ? null : 'cancelRefused';
  if (state === 'rejected') return rejections[errorCode ?? ''] ?? 'refused';
  if (driver === 'file') return errorCode === null ? 'soon' : 'folder';
  if (errorCode === 'http_401' || errorCode === 'http_403') return 'credentials';
  if (state === 'unknown') return 'asked';
  return errorCode === null ? 'soon' : 'unreachable';
}
