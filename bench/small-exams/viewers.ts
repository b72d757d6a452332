import { routes } from '@medcloud/contract';
import type { CenterFixture } from '@medcloud/server/test/harness/fixtures.ts';
import type { ChildApp } from '@medcloud/server/test/harness/start-child-app.ts';
import { ClientDriver } from '../clients/driver.ts';

const viewers = 4;
// A person scrolls at some twenty images a second.
const pauseMs = 50;
const framesPerTask = 20;

/** Four people who scroll through one series, each with one connection, from a process of their own. */
export class Viewers {
  readonly #drivers = Array.from({ length: viewers }, () => new ClientDriver());
  readonly #child: ChildApp;
  readonly #center: CenterFixture;
  readonly #frames: readonly string[];

  constructor(child: ChildApp, center: CenterFixture, frames: readonly string[]) {
    this.#child = child;
    this.#center = center;
    this.#frames = frames;
  }

  /** Scrolls while `work` runs. Returns the number of frames and the 95th percentile of their times. */
  async during(work: () => Promise<unknown>): Promise<{ p95Ms: number; count: number }> {
    const took: number[] = [];
    let isDone = false;
    const client = this.#center.client.copy(this.#child.origin, this.#child.config);
    const { centerId, password } = this.#center;
    await client.signIn(routes.auth.centerLogin.path, { centerId, password });
    const headers = {
      accept: 'multipart/related; type="application/octet-stream"',
      ...client.credentials('bearer'),
    };
    const scroll = async (driver: ClientDriver, first: number) => {
      for (let place = first; !isDone; place += framesPerTask) {
        const places = Array.from({ length: framesPerTask }, (_, index) => (place + index) % this.#frames.length);
        const urls = places.map((each) => `${this.#child.origin}${this.#frames[each]}`);
        took.push(...(await driver.send({ urls, headers, connections: 1, pauseMs })).eachMs);
      }
    };
    const scrolling = Promise.all(this.#drivers.map((driver, index) => scroll(driver, index * 15)));
    await work();
    isDone = true;
    await scrolling;
    return { p95Ms: took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)] ?? 0, count: took.length };
  }

  async close(): Promise<void> {
    await Promise.all(this.#drivers.map((driver) => driver.close()));
  }
}
