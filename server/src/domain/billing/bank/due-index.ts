import { toElot } from '@medcloud/contract/names/elot';
import { foldWords } from '@medcloud/contract/names/fold';
import { toSkeleton } from '@medcloud/contract/names/skeleton';
import { canBeSameName } from '@medcloud/contract/patient-check/compare-names';
import type { DocumentNumber } from './find-references.ts';

/** A due that a line may pay. */
export interface DueToMatch {
  readonly id: string;
  readonly rf: string;
  readonly cents: number;
  /** A due that is not open matches by its reference only: the money is then the account's credit. */
  readonly isOpen: boolean;
  readonly invoice: DocumentNumber | null;
  /** Names of the account and of the buyer on its documents. */
  readonly names: readonly string[];
}

/** Finds dues by what a bank line says. Built once for an import. */
export class DueIndex {
  readonly #byRf = new Map<string, DueToMatch>();
  readonly #byNumber = new Map<string, DueToMatch>();
  readonly #byWord = new Map<string, Set<DueToMatch>>();

  constructor(dues: readonly DueToMatch[]) {
    for (const due of dues) {
      this.#byRf.set(due.rf, due);
      if (due.invoice) this.#byNumber.set(numberKey(due.invoice), due);
      if (due.isOpen) for (const name of due.names) this.#addName(name, due);
    }
  }

  findByRf(rfs: readonly string[]): DueToMatch[] {
    return listFound(rfs.map((rf) => this.#byRf.get(rf)));
  }

  findByNumber(numbers: readonly DocumentNumber[]): DueToMatch[] {
    return listFound(numbers.map((number) => this.#byNumber.get(numberKey(number))));
  }

  /** Finds open dues of this amount and of a name that can be the payer's: either may have more words. */
  findByName(payer: string, cents: number): DueToMatch[] {
    const candidates = new Set(listWordKeys(payer).flatMap((word) => [...(this.#byWord.get(word) ?? [])]));
    return [...candidates].filter((due) => due.cents === cents && due.names.some((name) => isNameOf(name, payer)));
  }

  #addName(name: string, due: DueToMatch): void {
    for (const word of listWordKeys(name)) {
      const dues = this.#byWord.get(word);
      if (dues) dues.add(due);
      else this.#byWord.set(word, new Set([due]));
    }
  }
}

const numberKey = ({ series, year, number }: DocumentNumber) => `${series}/${year}/${number}`;

const listFound = (dues: readonly (DueToMatch | undefined)[]) => [...new Set(dues.filter((due) => due !== undefined))];

/** Words by sound, so that Greek and Latin spellings share a key. */
const listWordKeys = (name: string) =>
  foldWords(name)
    .map((word) => toSkeleton(toElot(word)))
    .filter((key) => key.length > 1);

const inOnePart = (name: string) => ({ surname: name, given: '' });

function isNameOf(name: string, payer: string): boolean {
  return canBeSameName(inOnePart(name), inOnePart(payer)) || canBeSameName(inOnePart(payer), inOnePart(name));
}
