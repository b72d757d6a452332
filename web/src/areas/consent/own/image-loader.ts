import { getOwnImage, type OwnImageAddress } from '../../../calls/own.ts';

// An image of 1,024 pixels takes some 100 KB.
const maxImages = 120;

const keyOf = ({ examId, series, image, window }: OwnImageAddress) => [examId, series, image, window ?? ''].join(' ');

/** Loads images once and keeps the latest of them as object URLs, for one exam on the screen. */
export class ImageLoader {
  readonly #images = new Map<string, Promise<string>>();
  readonly #abort = new AbortController();

  /** Returns the image's object URL. Rejects with `ApiError`, and a TypeError without a connection. */
  load(address: OwnImageAddress): Promise<string> {
    const key = keyOf(address);
    const known = this.#images.get(key);
    const loading = known ?? this.#fetch(address, key);
    // the latest use is last
    this.#images.delete(key);
    this.#images.set(key, loading);
    const [oldest] = this.#images;
    if (this.#images.size > maxImages && oldest) this.#release(...oldest);
    return loading;
  }

  /** Loads images that may be wanted next. An error is reported when one of them is loaded to be shown. */
  prefetch(addresses: readonly OwnImageAddress[]): void {
    for (const address of addresses) this.load(address).catch(() => undefined);
  }

  close(): void {
    this.#abort.abort();
    for (const entry of [...this.#images]) this.#release(...entry);
  }

  #fetch(address: OwnImageAddress, key: string): Promise<string> {
    const loading = getOwnImage(address, this.#abort.signal).then((blob) => URL.createObjectURL(blob));
    // a failed one is loaded again when it is wanted again
    loading.catch(() => this.#images.delete(key));
    return loading;
  }

  #release(key: string, image: Promise<string>): void {
    this.#images.delete(key);
    image.then((url) => URL.revokeObjectURL(url)).catch(() => undefined);
  }
}
