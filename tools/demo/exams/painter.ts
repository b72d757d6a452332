/** A thread that paints the demonstration's pictures, those first that are needed first, while the year is played beside it. */
import { parentPort, workerData } from 'node:worker_threads';
import { ctPictures } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrPictures } from '@medcloud/server/test/phantom/mr-series.ts';
import { ultrasoundPicture } from '@medcloud/server/test/phantom/ultrasound.ts';
import { xrayPicture } from '@medcloud/server/test/phantom/xray.ts';
import type { PaintOrder } from './pictures.ts';

const order: PaintOrder = workerData;

function send(name: string, pixels: readonly (Uint16Array | Uint8Array)[]): void {
  parentPort?.postMessage(
    { name, pixels },
    pixels.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
  );
}

for (let body = 1; body <= order.bodies; body++) {
  send(`xray/${body}`, [xrayPicture(body)]);
  send(`ultrasound/${body}`, [ultrasoundPicture(body, order.clipFrames)]);
  send(`mr/T1/${body}`, [...mrPictures(body, order.slices, 'T1')]);
  send(`mr/T2/${body}`, [...mrPictures(body, order.slices, 'T2')]);
  send(`ct/${body}`, [...ctPictures(body, order.slices)]);
}
send('ct/volume', [...ctPictures(7, order.volumeSlices)]);
