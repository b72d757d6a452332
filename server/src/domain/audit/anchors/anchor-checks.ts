import type { ChainFault, Verdict } from '../chain/verdict.ts';
import type { Anchor } from './anchor.ts';

/** Compares records with anchors while the chain is read. Accepts anchors of a time before a known restore. */
export class AnchorChecks {
  readonly #waiting = new Map<number, Anchor[]>();
  readonly #confirmed = new Map<string, Anchor>();
  readonly #restores: readonly { number: number; seq: number }[];

  constructor(anchors: readonly Anchor[], knownRestores: readonly { number: number; seq: number }[]) {
    for (const anchor of anchors) this.#waiting.set(anchor.seq, [...(this.#waiting.get(anchor.seq) ?? []), anchor]);
    this.#restores = knownRestores;
  }

  checkRecord({ seq, hash }: { seq: number; hash: Buffer }): ChainFault | null {
    const text = hash.toString('hex');
    for (const anchor of this.#waiting.get(seq) ?? []) {
      if (anchor.hash === text) this.#confirmed.set(anchor.place, anchor);
      else if (!this.#isLost(anchor)) return { kind: 'differs-from-anchor', seq, place: anchor.place };
    }
    this.#waiting.delete(seq);
    return null;
  }

  /** Returns a fault if an anchor has a record after the last one. */
  findMissingEnd(records: number): ChainFault | null {
    const missing = [...this.#waiting.values()].flat().find((anchor) => !this.#isLost(anchor));
    return missing ? { kind: 'behind-anchor', seq: missing.seq, place: missing.place, records } : null;
  }

  /** The last anchor of each place that a record equals, in order of the records. */
  confirmed(): Verdict['anchored'] {
    return [...this.#confirmed.values()]
      .sort((one, other) => one.seq - other.seq)
      .map(({ place, seq, signed }) => ({ place, seq, at: signed?.checkpoint.at ?? null }));
  }

  #isLost({ seq, signed }: Anchor): boolean {
    return this.#restores.some(
      (restore) => seq > restore.seq && (signed === null || signed.checkpoint.number < restore.number),
    );
  }
}
