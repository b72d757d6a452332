/** Shows picture after picture, each once the one before it stands. */
export class Cine {
  readonly #next: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #perSecond: number | undefined;

  constructor(next: () => Promise<void>) {
    this.#next = next;
  }

  play(perSecond: number): void {
    this.pause();
    this.#perSecond = perSecond;
    const go = async () => {
      await this.#next();
      if (this.#perSecond === perSecond) this.#timer = setTimeout(() => void go(), 1_000 / perSecond);
    };
    void go();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#perSecond = undefined;
  }
}
