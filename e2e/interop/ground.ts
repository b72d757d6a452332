import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import {
  askedAndAnswered,
  type CenterCast,
  makeCenter,
  makeDoctor,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/cast.ts';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { openOwnPortal, type Portal } from '@medcloud/server/test/harness/own-portal.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { Person } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';

const slices = 12;
const phone = '+306900000001';
// as `makeCenter` registers her
const patient: Person = { given: 'Μαρία', surname: 'Παπαδοπούλου', sex: 'Female', birthDate: '1950-05-17' };

/** A portal with an exam of the demonstration's kind, and a token of a doctor who was granted it. */
export interface Ground {
  readonly portal: Portal;
  readonly center: CenterCast;
  /** A doctor's, who sees the exam by the patient's consent and nothing else. */
  readonly token: string;
  readonly files: readonly Buffer[];
  readonly study: string;
  readonly series: string;
  /** Asks by DICOMweb with the token. */
  ask(path: string, accept: string): Promise<Response>;
  /** Uploads a file of the center's and answers its exam and addresses. */
  upload(bytes: Buffer): Promise<Prepared>;
}

export interface Prepared {
  readonly examId: string;
  readonly study: string;
  readonly series: string;
}

/** Boots the portal; `viewer` is the origin of a page that may ask it. */
export async function openGround(viewer: string): Promise<{ ground: Ground; close: () => Promise<void> }> {
  const { portal, close } = await openOwnPortal({
    environment: { DICOMWEB_ORIGINS: viewer },
    parts: { pages: false },
  });
  try {
    return { ground: await fill(portal), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fill(portal: Portal): Promise<Ground> {
  const admin = await signInAdmin(portal);
  const person = { firstName: patient.given, lastName: patient.surname, phone };
  const center = await makeCenter(portal, admin, { name: 'Interop', number: 1, ...person });
  const files = [...ctVolume({ seed: 1, patient, slices })];
  const upload = async (bytes: Buffer) => {
    const examId = await uploadExam(center.client, center.patient.patientId, bytes, { mismatchReason: 'Test files' });
    return { examId, ...(await prepared(portal, examId)) };
  };
  const { study, series } = await upload(Buffer.concat(await Array.fromAsync(zipOf(files))));
  const world = { ...portal, anonymous: new Client(portal.origin, portal.config) };
  const doctor = await makeDoctor(world, admin, 'interop');
  await askedAndAnswered(world, doctor, phone, 'grant');
  const { token } = await doctor.client.call(routes.account.makeApiToken, { body: { name: 'Interop', days: 30 } });
  const ask = (path: string, accept: string) =>
    fetch(`${portal.origin}/dicom-web${path}`, { headers: { accept, authorization: `Bearer ${token}` } });
  return { portal, center, token, files: files.map(({ bytes }) => bytes), study, series, ask, upload };
}

/** Waits until an exam can be looked at, its small picture included. */
async function prepared({ house }: Portal, examId: string): Promise<{ study: string; series: string }> {
  for (let round = 0; round < 600; round += 1) {
    const { rows } = await house.portal.db.pool.query(
      `SELECT study_uid AS study, series_uid AS series FROM series
       WHERE exam_id = $1 AND (thumbnail_object IS NOT NULL OR thumbnail_fault IS NOT NULL)`,
      [examId],
    );
    if (rows[0]) return { study: String(rows[0].study), series: String(rows[0].series) };
    await wait(100);
  }
  throw new Error('An exam was not prepared in a minute.');
}
