/** Shows image after image, each for its time. Waits for an image that takes longer to be rendered, and skips none. */
export class Cine {
  readonly #advance: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run: symbol | undefined;

  constructor(advance: () => Promise<void>) {
    this.#advance = advance;
  }

  /** `delay` returns for how many milliseconds the image that is shown stays. */
  play(delay: () => number): void {
    this.pause();
    const run = Symbol();
    this.#run = run;
    let dueAt = performance.now();
    const showNext = async () => {
      await this.#advance();
      if (this.#run !== run) return;
      // from when it was due: the time of rendering is not added to each image's
      dueAt = Math.max(performance.now(), dueAt + delay());
      this.#timer = setTimeout(() => void showNext(), dueAt - performance.now());
    };
    void showNext();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#run = undefined;
  }
}
