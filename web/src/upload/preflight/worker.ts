import type { PreflightNews, PreflightOrder } from './orders.ts';
import { packFiles } from './pack-files.ts';
import { readFiles } from './read-files.ts';

/* The thread that reads drops: the page stays alive meanwhile, and what a hostile file can do, it does here. */

const tellEveryMs = 100;
const tell = (news: PreflightNews) => self.postMessage(news);

self.onmessage = async ({ data: order }: MessageEvent<PreflightOrder>) => {
  try {
    if (order.act === 'pack') return tell({ news: 'packed', archive: await packFiles(order.files, order.refs) });
    let toldAt = performance.now();
    const found = await readFiles(
      order.files,
      () => performance.now(),
      (files) => {
        if (performance.now() - toldAt < tellEveryMs) return;
        toldAt = performance.now();
        tell({ news: 'progress', files });
      },
    );
    tell({ news: 'found', found });
  } catch (error) {
    tell({ news: 'failed' });
    throw error; // the page's own log of errors has it
  }
};
