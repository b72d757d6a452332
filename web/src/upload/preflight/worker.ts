import { packFiles } from './pack-files.ts';
import type { PreflightMessage, PreflightTask } from './preflight-task.ts';
import { readFiles } from './read-files.ts';

/* The worker that reads dropped files: the page stays responsive, and a hostile file affects only this worker. */

const progressIntervalMs = 100;
const postUpdate = (message: PreflightMessage) => self.postMessage(message);

self.onmessage = async ({ data: task }: MessageEvent<PreflightTask>) => {
  try {
    if (task.kind === 'pack') return postUpdate({ kind: 'packed', archive: await packFiles(task.files, task.refs) });
    let lastProgressAt = performance.now();
    const summary = await readFiles(task.files, (files) => {
      if (performance.now() - lastProgressAt < progressIntervalMs) return;
      lastProgressAt = performance.now();
      postUpdate({ kind: 'progress', files });
    });
    postUpdate({ kind: 'found', summary });
  } catch (error) {
    postUpdate({ kind: 'failed' });
    throw error; // logged by the page
  }
};
