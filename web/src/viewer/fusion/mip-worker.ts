import { angleCount, type MipTask, projectMaximum } from './mip.ts';

/* The worker that projects a PET volume: the page stays responsive while it turns. */

/** A projection, as it is ready. */
export interface MipMessage {
  /** From 0 to 17. */
  readonly angle: number;
  readonly projection: Uint16Array<ArrayBuffer>;
}

self.onmessage = ({ data: task }: MessageEvent<MipTask>) => {
  for (let angle = 0; angle < angleCount / 2; angle++) {
    const message: MipMessage = { angle, projection: projectMaximum(task, angle) };
    self.postMessage(message, { transfer: [message.projection.buffer] });
  }
};
