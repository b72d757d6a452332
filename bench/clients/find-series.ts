import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from '@medcloud/server/test/harness/client.ts';

/** A series' address below an exam's DICOMweb root, and its first instance. */
export interface SeriesAddress {
  path: string;
  instance: string;
}

/** Waits until an exam is indexed. Returns the address of its first series. */
export async function waitForSeries(client: Client, examId: string): Promise<SeriesAddress> {
  for (;;) {
    const response = await client.raw('GET', `/dicom-web/exams/${examId}/instances?limit=1`);
    const text = response.ok ? await response.text() : '';
    const uidOf = (tag: string) => new RegExp(`"${tag}":\\{"vr":"UI","Value":\\["([\\d.]+)"`).exec(text)?.[1];
    const [study, series, instance] = [uidOf('0020000D'), uidOf('0020000E'), uidOf('00080018')];
    if (study && series && instance) return { path: `/studies/${study}/series/${series}`, instance };
    await wait(200);
  }
}
