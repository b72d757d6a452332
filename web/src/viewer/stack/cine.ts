/** Shows image after image. Each starts after the previous one has been rendered. */
export class Cine {
  readonly #advance: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #perSecond: number | undefined;

  constructor(advance: () => Promise<void>) {
    this.#advance = advance;
  }

  play(perSecond: number): void {
    this.pause();
    this.#perSecond = perSecond;
    const showNext = async () => {
      await this.#advance();
      if (this.#perSecond === perSecond) this.#timer = setTimeout(() => void showNext(), 1_000 / perSecond);
    };
    void showNext();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#perSecond = undefined;
  }
}
