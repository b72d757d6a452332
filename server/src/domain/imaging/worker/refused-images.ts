import type { RefusedForm } from '../render/render-fault.ts';

const reportEveryMs = 3_600_000;
// Of an hour: the forms beyond are counted together.
const maxForms = 20;
const otherForm: RefusedForm = { syntax: '?', photometric: '?', bits: '?' };

/**
 * Counts refused images by form: the first of each form is reported at once, the others with their number after an hour.
 * An exam of a thousand such images leaves two entries.
 */
export class RefusedImages {
  readonly #report: (form: RefusedForm, count: number) => void;
  readonly #counts = new Map<string, { readonly form: RefusedForm; count: number }>();

  constructor(report: (form: RefusedForm, count: number) => void) {
    this.#report = report;
  }

  readonly add = (form: RefusedForm): void => {
    const counted = this.#find(form) ?? (this.#counts.size < maxForms ? undefined : this.#find(otherForm));
    if (counted !== undefined) {
      counted.count += 1;
      return;
    }
    const added = this.#counts.size < maxForms ? form : otherForm;
    this.#counts.set(keyOf(added), { form: added, count: 0 });
    this.#report(added, 1);
  };

  /** Reports what was counted since the last call. */
  readonly flush = (): void => {
    for (const { form, count } of this.#counts.values()) if (count > 0) this.#report(form, count);
    this.#counts.clear();
  };

  /** Reports each hour. Returns a function that reports the rest and stops. */
  start(): () => void {
    const timer = setInterval(this.flush, reportEveryMs).unref();
    return () => {
      clearInterval(timer);
      this.flush();
    };
  }

  #find(form: RefusedForm) {
    return this.#counts.get(keyOf(form));
  }
}

const keyOf = ({ syntax, photometric, bits }: RefusedForm) => `${syntax} ${photometric} ${bits}`;
