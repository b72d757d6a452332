import { Agent } from 'node:http';
import type { Agent as TlsAgent } from 'node:https';
import { type Patient, routes } from '@medcloud/contract';
import { faults } from '@medcloud/contract/faults';
import type { Route } from '@medcloud/contract/route';
import { sessionReference } from '../../src/domain/audit/record/entry.ts';
import { hashSecret } from '../../src/platform/crypto/hash-secret.ts';
import { removeAdminFactor, signInAsAdmin } from '../factors/admin-passkey.ts';
import { Client } from '../harness/client.ts';
import { createDoctor, type DoctorFixture, signupForm } from '../harness/fixtures.ts';
import { codeIn, tokenIn } from '../harness/outbox.ts';
import type { TestAppWithFixtures } from '../harness/start-test-app.ts';
import { type Account, accountsOf, type SignedActor } from './matrix-accounts.ts';
import type { Actor } from './rows.ts';
import { type RequestSpec, send, type TestResponse } from './send.ts';

/** A consent link: its token and the one patient it concerns, with the phone. */
export interface Link {
  token: string;
  patientId: string;
  phone: string;
}

/** The target of requests: the portal itself, or the proxy in front of it. */
interface HttpTarget {
  origin: string;
  agent: Agent | TlsAgent;
}

const minute = 60_000;

/** Number of links created together; less than the ten numbers that a doctor may request per day. */
const concurrentLinks = 8;

/** A session is limited to 600 calls a minute. A shared one is replaced well before. */
const maxUsesPerSession = 400;

/**
 * Maximum age of a shared session. An administrator's sign-in counts as recent for ten minutes, idle sessions end after
 * fifteen, and rows can take that long on a slow machine.
 */
const maxSharedMs = 4 * minute;

/** The state for running rows: the test app, sessions of the actors, and fixtures created on demand. */
export class MatrixFixture {
  readonly testApp: TestAppWithFixtures;
  readonly accounts: Record<SignedActor, Account>;
  readonly #httpTarget: HttpTarget;
  readonly #clients = new Map<string, { client: Promise<Client>; uses: number; since: number }>();
  #requestingDoctor: Account | null = null;
  #targetDoctor: DoctorFixture | null = null;
  #expiredToken: string | null = null;
  #expiredBlockToken: string | null = null;
  #sharedBlockToken: string | null = null;
  #links: Link[] = [];
  #sharedGrantedLink: Link | null = null;
  readonly #codes = new Map<SignedActor, { phone: string; requestId: string; code: string }>();
  #counter = 0;
  readonly #successfulRequests = new Set<string>();
  readonly #playedRoutes = new Set<Route>();
  /** Number of 403 and 404 responses to signed-in actors. */
  refusedCount = 0;
  #refusedCountBefore = 0;
  #lastEvent = 0;
  #isWithoutFactor = false;

  constructor(
    testApp: TestAppWithFixtures,
    httpTarget: HttpTarget = { origin: testApp.origin, agent: new Agent({ keepAlive: true }) },
  ) {
    this.testApp = testApp;
    this.#httpTarget = httpTarget;
    this.accounts = accountsOf(testApp);
  }

  get posture(): 'evaluation' | 'production' {
    return this.testApp.config.posture;
  }

  close(): void {
    this.#httpTarget.agent.destroy();
  }

  /** Sends a request with no credentials except those in its headers. */
  send(requestCode: RequestSpec): Promise<TestResponse> {
    return send(this.#httpTarget.origin, this.#httpTarget.agent, requestCode);
  }

  /**
   * T-AUD3: returns the refused requests since the last call, and the denials in the audit log, without those of lists of
   * images, which are answered with what is visible (`denials.test.ts`).
   */
  async denials(): Promise<{ refusedCount: number; denials: number }> {
    const codes = Object.entries(faults).flatMap(([code, { status }]) =>
      status === 403 || status === 404 ? [code] : [],
    );
    const [found] = await this.sql(
      `SELECT max(id) AS last, count(*) FILTER (WHERE outcome = 'denied' AND details->>'code' = ANY ($2) AND NOT details ? 'unknown') AS denials
       FROM audit_events WHERE id > $1`,
      [this.#lastEvent, codes],
    );
    const refusedCount = this.refusedCount - this.#refusedCountBefore;
    this.#refusedCountBefore = this.refusedCount;
    this.#lastEvent = Number(found?.last ?? this.#lastEvent);
    return { refusedCount, denials: Number(found?.denials) };
  }

  /** Checks whether the same request succeeded before. */
  isRepeat(request: RequestSpec): boolean {
    return this.#successfulRequests.has(keyOf(request));
  }

  /** Remembers a request that succeeded. */
  addSuccess(request: RequestSpec): void {
    this.#successfulRequests.add(keyOf(request));
  }

  /** Returns the id of the last audit event. */
  async lastEvent(): Promise<number> {
    const [row] = await this.sql('SELECT max(id) AS last FROM audit_events');
    return Number(row?.last ?? 0);
  }

  /**
   * Lists the events of successful requests since an event. Excludes background work and the end events of earlier
   * requests.
   */
  async eventsSince(event: number): Promise<unknown[]> {
    const rows = await this.sql(
      `SELECT event FROM audit_events WHERE id > $1 AND request_id IS NOT NULL AND outcome = 'success'
       AND event NOT IN ('exam_viewing_ended', 'exam_download_ended', 'own_exam_download_ended') ORDER BY id`,
      [event],
    );
    return rows.map((row) => row.event);
  }

  /** Returns the audit log's reference of the session with these credentials. */
  async sessionReference(headers: Record<string, string>): Promise<string> {
    const [secret = ''] = /mc[sc]1_[^;]+/.exec(`${headers.authorization ?? headers.cookie}`) ?? [];
    const [session] = await this.sql('SELECT id FROM sessions WHERE $1 IN (bearer_hash, cookie_hash)', [
      hashSecret(secret),
    ]);
    return sessionReference(String(session?.id));
  }

  /** Checks whether this is the first call for a route, and remembers it. */
  isFirst(route: Route): boolean {
    const isFirst = !this.#playedRoutes.has(route);
    this.#playedRoutes.add(route);
    return isFirst;
  }

  /** Returns the next unused number. */
  nextNumber(): number {
    this.#counter += 1;
    return this.#counter;
  }

  /** Returns an actor's client with a session shared by rows. */
  async client(actor: SignedActor): Promise<Client> {
    return await this.#sharedClient(this.accounts[actor]);
  }

  /** Returns an actor's client with a new session. This may end the shared one (five sessions per user). */
  async newClient(actor: SignedActor): Promise<Client> {
    const account = this.accounts[actor];
    this.#clients.delete(account.email);
    return await this.#signIn(account);
  }

  /** Forgets an actor's shared session, which has ended. */
  forget(actor: SignedActor): void {
    this.#clients.delete(this.accounts[actor].email);
  }

  async #sharedClient(account: Account): Promise<Client> {
    const known = this.#clients.get(account.email);
    if (known && known.uses < maxUsesPerSession && performance.now() - known.since < maxSharedMs) {
      known.uses += 1;
      return await known.client;
    }
    const client = this.#signIn(account); // store the promise, so concurrent callers share one sign-in
    this.#clients.set(account.email, { client, uses: 1, since: performance.now() });
    return await client;
  }

  #signIn(account: Account): Promise<Client> {
    const body = { [account.loginPath.includes('medical-center') ? 'centerId' : 'email']: account.name };
    const client = new Client(this.testApp.origin, this.testApp.config);
    if (account.loginPath === routes.auth.adminLogin.path && !this.#isWithoutFactor)
      return signInAsAdmin(client, account);
    return client.signIn(account.loginPath, { ...body, password: account.password });
  }

  /** Runs work while the administrator has no second factor, as after an operator removed a lost one. */
  async runWithoutFactor(work: () => Promise<void>): Promise<void> {
    if (this.posture === 'evaluation') return await work(); // none is required
    await removeAdminFactor(this.testApp);
    this.#clients.clear();
    this.#isWithoutFactor = true;
    try {
      await work();
    } finally {
      this.#isWithoutFactor = false;
      this.#clients.clear();
    }
  }

  /** Advances the clock. Shared sessions, links and codes are created again on the next use. */
  advanceClock(ms: number): void {
    this.testApp.advanceClock(ms);
    this.#clients.clear();
    this.#links = [];
    this.#sharedGrantedLink = null;
    this.#codes.clear();
  }

  /** Resets limits: clears the sign-in throttles and dates today's codes back by eight days. */
  async resetLimits(): Promise<void> {
    await this.sql('DELETE FROM throttles');
    await this.sql(
      // Links are requested concurrently, so lock the rows in one order.
      `WITH todays AS (SELECT id FROM otp_verifications WHERE created_at > app_now() - interval '1 day' ORDER BY id FOR UPDATE)
       UPDATE otp_verifications o SET created_at = o.created_at - interval '8 days' FROM todays WHERE o.id = todays.id`,
    );
  }

  /** Runs a statement as the database's owner, to check rows or to set a state that no route sets. */
  async sql(statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    const { rows } = await this.testApp.superuser.query(statement, values);
    return rows;
  }

  /** Runs a statement and returns its column `count` as a number. */
  async count(statement: string, values: unknown[] = []): Promise<number> {
    const [row] = await this.sql(statement, values);
    return Number(row?.count);
  }

  /** Registers a patient of center A with a unique mobile number. */
  async newPatient(): Promise<Patient & { phone: string }> {
    const phone = `+3069${String(10_000_000 + this.nextNumber())}`;
    const center = await this.client('center_a');
    const patient = await center.call(routes.center.registerPatient, {
      body: { firstName: 'Άννα', lastName: 'Δοκιμή', dateOfBirth: '1961-02-03', gender: 'Female', phone },
    });
    return { ...patient, phone };
  }

  /** Requests access for a number and returns the code from the SMS. Resets the limits afterwards. */
  async requestCode(client: Client, phone: string): Promise<{ requestId: string; code: string }> {
    const before = await this.testApp.outbox.countSms(phone);
    const { requestId } = await client.call(routes.doctor.requestPatientAccess, { body: { patientPhone: phone } });
    const code = codeIn((await this.testApp.outbox.nextSms(phone, before)).text);
    await this.resetLimits();
    return { requestId, code };
  }

  /** Creates a request for a new number and returns the token of the block link in the code's message. */
  async newBlockToken(): Promise<string> {
    const doctor = await this.#sharedClient(await this.#getRequestingDoctor());
    const { phone } = await this.newPatient();
    await this.requestCode(doctor, phone);
    return tokenIn((await this.testApp.outbox.nextSms(phone, 0)).text);
  }

  /** Returns a block token that rows only read, and therefore share. */
  async sharedBlockToken(): Promise<string> {
    this.#sharedBlockToken ??= await this.newBlockToken();
    return this.#sharedBlockToken;
  }

  /** Returns a block token that is 91 days old. No request changes it, so rows share it. */
  async expiredBlockToken(): Promise<string> {
    if (this.#expiredBlockToken === null) {
      this.#expiredBlockToken = await this.newBlockToken();
      await this.sql(
        `UPDATE block_links SET created_at = created_at - interval '91 days' WHERE token_hash = sha256($1)`,
        [Buffer.from(this.#expiredBlockToken)],
      );
    }
    return this.#expiredBlockToken;
  }

  /** Returns a consent link without a response. Creates several together to wait for their messages in parallel. */
  async nextLink(): Promise<Link> {
    if (this.#links.length === 0) {
      const doctor = await this.#sharedClient(await this.#getRequestingDoctor());
      this.#links = await Promise.all(Array.from({ length: concurrentLinks }, () => this.#createLink(doctor)));
    }
    const link = this.#links.pop();
    if (!link) throw new Error('No links were created.');
    return link;
  }

  async #createLink(doctor: Client): Promise<Link> {
    const { patientId, phone } = await this.newPatient();
    const { requestId, code } = await this.requestCode(doctor, phone);
    await doctor.call(routes.doctor.verifyOtp, { body: { requestId, otpCode: code } });
    return { token: tokenIn((await this.testApp.outbox.nextSms(phone, 1)).text), patientId, phone };
  }

  /** Returns a link whose patient has granted access. */
  async grantedLink(): Promise<Link> {
    const link = await this.nextLink();
    const body = { accessToken: link.token, response: 'grant' as const };
    await this.testApp.anonymous.call(routes.patientAccess.respond, { body });
    return link;
  }

  /** Returns a granted link for rows that do not change the consent, and therefore share it. */
  async sharedGrantedLink(): Promise<Link> {
    this.#sharedGrantedLink ??= await this.grantedLink();
    return this.#sharedGrantedLink;
  }

  /** Returns a doctor's code for rows in which another actor enters it. Their failures do not count for the doctor. */
  async codeOf(actor: SignedActor): Promise<{ phone: string; requestId: string; code: string }> {
    const known = this.#codes.get(actor);
    if (known) return known;
    const { phone } = await this.newPatient();
    const issued = { phone, ...(await this.requestCode(await this.client(actor), phone)) };
    this.#codes.set(actor, issued);
    return issued;
  }

  /** Returns the token of a link without a response for 72 hours. No request changes it, so rows share it. */
  async expiredToken(): Promise<string> {
    if (this.#expiredToken === null) {
      this.#expiredToken = (await this.nextLink()).token;
      this.advanceClock(72 * 60 * minute + minute);
    }
    return this.#expiredToken;
  }

  /** Creates a doctor who waits for verification. Returns id and email. */
  async newApplication(): Promise<{ id: string; email: string }> {
    const form = signupForm(`applicant${this.nextNumber()}`);
    await this.testApp.anonymous.call(routes.auth.doctorSignup, { body: form });
    const [row] = await this.sql('SELECT d.id FROM doctors d JOIN users u ON u.id = d.user_id WHERE u.email = $1', [
      form.email,
    ]);
    return { id: String(row?.id), email: form.email };
  }

  /** Returns a doctor whose subscription rows may change. */
  async targetDoctor(): Promise<DoctorFixture> {
    this.#targetDoctor ??= await this.#createSubscribed('Target');
    return this.#targetDoctor;
  }

  /** Creates a doctor without a payment: the matrix runs with a payment provider. */
  async #createSubscribed(name: string): Promise<DoctorFixture> {
    const admin = await this.client('admin');
    const doctor = await createDoctor(this.testApp, admin, name);
    await admin.call(routes.admin.renewDoctorSubscription, { body: { userId: doctor.userId, months: 12 } });
    return doctor;
  }

  async #getRequestingDoctor(): Promise<Account> {
    if (this.#requestingDoctor === null) {
      const { email, password } = await this.#createSubscribed('Asker');
      this.#requestingDoctor = { loginPath: routes.auth.doctorLogin.path, name: email, email, password };
    }
    return this.#requestingDoctor;
  }
}

const keyOf = ({ method, path, json }: RequestSpec) => JSON.stringify([method, path, json ?? null]);

/** Checks whether the actor is a verified doctor with an active subscription. */
export function isActiveDoctor(actor: Actor): boolean {
  return actor.startsWith('doctor_') && actor !== 'doctor_unverified' && actor !== 'doctor_unsubscribed';
}
