import type { RecordsAt } from '../chain/store.ts';
import type { ChainFault, Verdict } from '../chain/verdict.ts';
import type { Anchor } from './anchor.ts';

/** Compares anchors with the chain, page by page. Accepts anchors of a time before a known restore. */
export class AnchorChecks {
  readonly #confirmed = new Map<string, Anchor>();
  readonly #restores: readonly { number: number; seq: number }[];

  constructor(knownRestores: readonly { number: number; seq: number }[]) {
    this.#restores = knownRestores;
  }

  /** Compares anchors with the records of their numbers. Returns the first fault. */
  check(anchors: readonly Anchor[], { hashes, head }: RecordsAt): ChainFault | null {
    for (const anchor of anchors) {
      const { seq, place } = anchor;
      if (hashes.get(seq)?.toString('hex') === anchor.hash) this.#confirm(anchor);
      else if (!this.#isLost(anchor))
        return seq > head
          ? { kind: 'behind-anchor', seq, place, records: head }
          : { kind: 'differs-from-anchor', seq, place };
    }
    return null;
  }

  /** The last anchor of each place that a record equals, in order of the records. */
  confirmed(): Verdict['anchored'] {
    return [...this.#confirmed.values()]
      .sort((one, other) => one.seq - other.seq)
      .map(({ place, seq, signed }) => ({ place, seq, at: signed?.checkpoint.at ?? null }));
  }

  #confirm(anchor: Anchor): void {
    const last = this.#confirmed.get(anchor.place);
    const isTyped = last?.seq === anchor.seq && last.signed === null;
    if (last === undefined || last.seq < anchor.seq || isTyped) this.#confirmed.set(anchor.place, anchor);
  }

  /** An anchor without its checkpoint's number may be of any time, also after the restore. */
  #isLost({ seq, number }: Anchor): boolean {
    return this.#restores.some((restore) => seq > restore.seq && number !== null && number < restore.number);
  }
}
