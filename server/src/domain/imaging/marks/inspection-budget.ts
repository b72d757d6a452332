/** Bytes that inspecting an exam's documents may inflate: one file, and all files together. */
const maxFileBytes = 67_108_864;
const maxExamBytes = 536_870_912;

/** Limits what inspecting the documents of one exam inflates. */
export class InspectionBudget {
  #remainingBytes = maxExamBytes;

  /** The bytes that the next file or stream may inflate to. */
  get remainingBytes(): number {
    return Math.min(maxFileBytes, this.#remainingBytes);
  }

  /** Counts inflated bytes. Returns false once the limit is exceeded. */
  spend(bytes: number): boolean {
    this.#remainingBytes -= bytes;
    return this.#remainingBytes >= 0;
  }
}
