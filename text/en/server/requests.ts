import type { RequestCode } from '@medcloud/contract/validation-codes';

/** What is wrong with a request that no screen of the portal sends. */
export const messages = {
  field_unknown: 'This field is not part of the request. Remove it.',
  role_unknown: 'There is no such role',
  role_twice: 'A role may be listed once',
  sent_twice: 'This field was sent more than once',
  not_readable: 'This value could not be read',
  boolean_expected: 'This must be true or false',
  list_expected: 'This must be a list',
  window_invalid: 'window must have the form center,width,linear.',
  viewport_invalid: 'viewport must have the form width,height.',
  offset_too_large: 'offset is too large.',
  search_value_too_long: 'The search value is too long.',
  too_many_filters: 'The search has too many attributes. Use fewer.',
  whole_number_expected: '{value} must be a whole number, 0 or greater.',
  idempotency_key_missing: 'Send an Idempotency-Key with this request.',
  idempotency_key_too_long: 'The Idempotency-Key is longer than 200 characters.',
  header_not_bytes: 'The header {value} must be a number of bytes.',
  checksum_header_invalid: 'The header upload-checksum must be sha1 or sha256 and a digest in Base64.',
  if_match_missing: 'Send the revision that you change as If-Match',
  annotation_points: 'The points do not fit the kind of measurement',
} as const satisfies Record<RequestCode, string>;
