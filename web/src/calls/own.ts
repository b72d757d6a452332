import { createApiClient } from '@medcloud/contract/api-client';
import type { OwnWindow } from '@medcloud/contract/choices';
import { type CallInput, fillPath, type Reply } from '@medcloud/contract/route';
import { choosePerson, download, exam, exams, image, open } from '@medcloud/contract/routes/own';

// The session is a cookie, which the browser sends by itself.
const api = createApiClient();

/** Opens a session for own pictures, with the code that was sent to the link's phone. */
export function openOwnExams(body: CallInput<typeof open>['body']): Promise<Reply<typeof open>> {
  return api.call(open, { body });
}

/** Chooses the person whose pictures the session shows, by the date of birth. */
export function chooseOwnPerson(body: CallInput<typeof choosePerson>['body']): Promise<Reply<typeof choosePerson>> {
  return api.call(choosePerson, { body });
}

/** Gets a page of the person's exams, after the exam `cursor` of an earlier reply. */
export function getOwnExams(cursor?: string): Promise<Reply<typeof exams>> {
  return api.call(exams, cursor === undefined ? {} : { query: { cursor } });
}

/** Gets one of them with its series. */
export function getOwnExam(id: string): Promise<Reply<typeof exam>> {
  return api.call(exam, { params: { id } });
}

/** An image of a series, both counted from 1. */
export interface OwnImageAddress {
  examId: string;
  series: number;
  image: number;
  window: OwnWindow | null;
}

/** Gets an image. Throws `ApiError`: `not_acceptable` for one that cannot be shown. */
export async function getOwnImage(address: OwnImageAddress, signal: AbortSignal): Promise<Blob> {
  const params = { id: address.examId, series: String(address.series), image: String(address.image) };
  const query = address.window === null ? {} : { query: { window: address.window } };
  return await (await api.send(image, { params, ...query }, { signal })).blob();
}

/** The address of an exam's files as a ZIP. */
export const ownDownloadUrl = (id: string): string => fillPath(download.path, { id });
