/** A worker that renders the demonstration's images during seeding, in the order of their use. */
import { parentPort, workerData } from 'node:worker_threads';
import { ctImages } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrImages } from '@medcloud/server/test/phantom/mr-series.ts';
import { ultrasoundImage } from '@medcloud/server/test/phantom/ultrasound.ts';
import { xrayImage } from '@medcloud/server/test/phantom/xray.ts';
import { type RenderTask, volumeSeed } from './exam-images.ts';

const task: RenderTask = workerData;

function send(name: string, pixels: readonly (Uint16Array | Uint8Array)[]): void {
  parentPort?.postMessage(
    { name, pixels },
    pixels.flatMap(({ buffer }) => (buffer instanceof ArrayBuffer ? [buffer] : [])),
  );
}

for (let body = 1; body <= task.bodies; body++) {
  send(`xray/${body}`, [xrayImage(body)]);
  send(`ultrasound/${body}`, [ultrasoundImage(body, task.clipFrames)]);
  send(`mr/T1/${body}`, [...mrImages(body, task.slices, 'T1')]);
  send(`mr/T2/${body}`, [...mrImages(body, task.slices, 'T2')]);
  send(`ct/${body}`, [...ctImages(body, task.slices)]);
}
send('ct/volume', [...ctImages(volumeSeed, task.volumeSlices)]);
