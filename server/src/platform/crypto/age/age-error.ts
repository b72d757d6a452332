const messages = {
  malformed: 'The file is not in the age format.',
  no_match: 'The file is encrypted to other recipients.',
  changed: 'The encrypted file was changed or cut off.',
} as const;

/** An age file cannot be decrypted. */
export class AgeError extends Error {
  override name = 'AgeError';
  readonly code: keyof typeof messages;

  constructor(code: keyof typeof messages, options?: ErrorOptions) {
    super(messages[code], options);
    this.code = code;
  }
}
