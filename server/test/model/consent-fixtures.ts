import { routes } from '@medcloud/contract';
import type { Client } from '../harness/client.ts';
import { isDeep } from '../harness/depth.ts';
import { createCenter, createDoctor, type DoctorFixture, signInAdmin, uploadExam } from '../harness/fixtures.ts';
import { adminLogin, startTestApp, type TestApp } from '../harness/test-app.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type ExamKind, minuteMs } from './consent-model.ts';

/** The fixture of a sequence of acts: a patient with an exam of each kind, and one doctor. */
export interface ConsentFixture {
  phone: string;
  patientId: string;
  exams: Record<ExamKind, string>;
  doctor: DoctorFixture;
  smsBefore: number;
  /** Number of comparisons of the doctor's view with the model. */
  comparisons: number;
}

type PatientExams = Pick<ConsentFixture, 'phone' | 'patientId' | 'exams'>;

/** A portal that is started once and restarts on demand. Its accounts sign in again when their sessions are old. */
export class ConsentFixtures {
  readonly testApp: TestApp;
  readonly #admin: Client;
  readonly #center: Awaited<ReturnType<typeof createCenter>>;
  #adminSince: number;
  #centerSince: number;
  #createdCount = 0;
  #patient: PatientExams | null = null;

  private constructor(testApp: TestApp, admin: Client, center: Awaited<ReturnType<typeof createCenter>>) {
    this.testApp = testApp;
    this.#admin = admin;
    this.#center = center;
    this.#adminSince = this.now();
    this.#centerSince = this.now();
  }

  static async create(): Promise<ConsentFixtures> {
    const testApp = await startTestApp({ shouldCacheStatements: !isDeep });
    const admin = await signInAdmin(testApp);
    const patientFields = { firstName: 'Άννα', lastName: 'Νίκου', phone: '+306900000001' };
    return new ConsentFixtures(
      testApp,
      admin,
      await createCenter(testApp, admin, { name: 'Aegean Imaging', number: 1, ...patientFields }),
    );
  }

  now(): number {
    return this.testApp.clock.now().getTime();
  }

  /** Returns the administrator's client with a session recent enough for every call. */
  async #administrator(): Promise<Client> {
    if (this.now() > this.#adminSince + 5 * minuteMs) {
      await this.#admin.signIn(routes.auth.adminLogin.path, adminLogin);
      this.#adminSince = this.now();
    }
    return this.#admin;
  }

  /** Signs the doctor in again after the session has ended. */
  async signIn({ client, email, password }: DoctorFixture): Promise<void> {
    await client.signIn(routes.auth.doctorLogin.path, { email, password });
  }

  /** Restarts the portal with the same data. */
  async restart(): Promise<void> {
    await this.testApp.restart();
  }

  /** Creates a new doctor for the same patient; grants of doctors are independent. Dates codes back by eight days. */
  async newFixture(): Promise<ConsentFixture> {
    this.#createdCount += 1;
    this.#patient ??= await this.#newPatient();
    await this.testApp.superuser.query(`UPDATE otp_verifications SET created_at = created_at - interval '8 days'`);
    return {
      ...this.#patient,
      smsBefore: await this.testApp.outbox.countSms(this.#patient.phone),
      comparisons: 0,
      doctor: await createDoctor(this.testApp, await this.#administrator(), `Model${this.#createdCount}`),
    };
  }

  async #newPatient(): Promise<PatientExams> {
    const phone = '+306920000001';
    const patientFields = {
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      dateOfBirth: '1950-05-17',
      gender: 'Female',
    } as const;
    const client = this.#center.client;
    const { patientId } = await client.call(routes.center.registerPatient, { body: { ...patientFields, phone } });
    const upload = (examType: ExamKind) =>
      uploadExam(client, patientId, tinyDicom({ patientName: '', seed: 1 }), { examType });
    return { phone, patientId, exams: { ct: await upload('ct'), mri: await upload('mri') } };
  }

  async subscribe({ doctor }: ConsentFixture, isActive: boolean): Promise<void> {
    const year = (from: number) => `${this.testApp.clock.now().getUTCFullYear() + from}-01-01`;
    const body = isActive ? { startDate: year(0), endDate: year(2) } : { startDate: year(-2), endDate: year(-1) };
    const admin = await this.#administrator();
    await admin.call(routes.admin.updateSubscription, {
      body: { userId: doctor.userId, status: 'active', ...body },
    });
  }

  /** Changes the doctor's license, so the doctor is in review and not verified. */
  async review({ doctor }: ConsentFixture): Promise<void> {
    this.#createdCount += 1;
    await doctor.client.call(routes.doctor.changeProfile, {
      body: { licenseNumber: `ISA-${this.#createdCount}-new`, reviewConfirmed: true },
    });
  }

  async approve({ doctor }: ConsentFixture): Promise<void> {
    const admin = await this.#administrator();
    await admin.call(routes.admin.approveDoctor, { params: { id: doctor.id } });
  }

  /** Returns the id of a link's grant or request; `back` is the number of later ones. */
  async #grantOf({ doctor }: ConsentFixture, back: number): Promise<string> {
    const { rows } = await this.testApp.superuser.query<{ id: string }>(
      'SELECT id FROM patient_access WHERE doctor_id = $1 ORDER BY request_date DESC, id DESC OFFSET $2 LIMIT 1',
      [doctor.id, back],
    );
    return rows[0]?.id ?? '';
  }

  /** Ends a grant as the center or the doctor. */
  async endByOther(endedBy: 'center' | 'doctor', fixture: ConsentFixture, back: number): Promise<Response> {
    const id = await this.#grantOf(fixture, back);
    if (endedBy === 'doctor') return fixture.doctor.client.json('POST', `/api/doctor/grants/${id}/relinquish`, {});
    const { client } = await this.#ownCenter();
    return client.json('POST', `/api/medical-center/grants/${id}/revoke`, { reason: 'asked' });
  }

  /** Returns the center with a session that is not idle. */
  async #ownCenter(): Promise<Awaited<ReturnType<typeof createCenter>>> {
    if (this.now() > this.#centerSince + 25 * minuteMs) {
      const { client, centerId, password } = this.#center;
      await client.signIn(routes.auth.centerLogin.path, { centerId, password });
      this.#centerSince = this.now();
    }
    return this.#center;
  }

  /** Suspends the doctor and returns the status. A doctor in review can be rejected, but not suspended. */
  async suspend({ doctor }: ConsentFixture): Promise<number> {
    return await this.#decide(routes.admin.suspendDoctor.path, doctor);
  }

  async reject({ doctor }: ConsentFixture): Promise<number> {
    return await this.#decide(routes.admin.rejectDoctor.path, doctor);
  }

  async reinstate({ doctor }: ConsentFixture): Promise<number> {
    return await this.#decide(routes.admin.reinstateDoctor.path, doctor);
  }

  async #decide(path: string, { id }: DoctorFixture): Promise<number> {
    const admin = await this.#administrator();
    const response = await admin.json('POST', path.replace('{id}', id), {});
    await response.text();
    return response.status;
  }

  /** Waits until no message is pending, and counts the SMS to the fixture's phone. */
  async countSms({ phone }: ConsentFixture): Promise<number> {
    const { queue } = this.testApp.app.context;
    const unsentMessages = `SELECT 1 FROM outbox_messages WHERE state IN ('waiting', 'sending') LIMIT 1`;
    await waitUntil(async () => {
      queue.poll();
      return (await this.testApp.superuser.query(unsentMessages)).rowCount === 0;
    });
    return this.testApp.outbox.countSms(phone);
  }

  async close(): Promise<void> {
    await this.testApp.close();
  }
}
