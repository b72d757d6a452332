import { routes } from '@medcloud/contract';
import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { codeIn, tokenIn } from '../harness/outbox.ts';
import type { ConsentFixture, ConsentFixtures } from './consent-fixtures.ts';
import {
  canSendCode,
  dayMs,
  type ExamKind,
  examKinds,
  findRejectionStatus,
  isActive,
  isDecoy,
  isDisabled,
  isExpired,
  type Model,
  type ModelLink,
  minuteMs,
  replaceGrants,
  visibleKinds,
} from './consent-model.ts';

/** The real portal and the fixture of the sequence. */
export interface Real {
  fixtures: ConsentFixtures;
  fixture: ConsentFixture;
}

const { lookup, respond, change, revoke, block } = routes.patientAccess;

/** One act, applied to the model and to the portal. Afterwards it compares the doctor's view with the model. */
export abstract class Act implements AsyncCommand<Model, Real> {
  abstract toString(): string;
  check(_model: Readonly<Model>): boolean {
    return true;
  }
  abstract act(model: Model, real: Real): Promise<void>;
  async run(model: Model, real: Real): Promise<void> {
    await this.act(model, real);
    await compare(model, real);
  }
}

/** Expects that the doctor's list and the download of one exam match the model. */
async function compare(model: Model, { fixtures, fixture }: Real): Promise<void> {
  const kinds = visibleKinds(model, fixtures.now());
  const { client } = fixture.doctor;
  const examKind = examKinds[fixture.comparisons++ % examKinds.length] ?? 'ct';
  const [response, listed] = await Promise.all([
    client.raw('HEAD', `/api/download/${fixture.exams[examKind]}`),
    client.raw('GET', `/api/doctor/patient-exams/${fixture.patientId}`),
  ]);
  if (kinds.includes(examKind)) expect([examKind, response.status]).toEqual([examKind, 200]);
  else expect(isDisabled(model) ? [401] : [403, 404], `${examKind} is not granted`).toContain(response.status);
  const text = await listed.text();
  const exams = listed.ok ? routes.doctor.patientExams.reply.parse(JSON.parse(text)).exams : [];
  expect(exams.map((exam) => exam.examType).toSorted()).toEqual([...kinds].toSorted());
}

export class Request extends Act {
  toString = () => 'request';
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    const before = await fixtures.testApp.outbox.countSms(fixture.phone);
    const now = fixtures.now();
    const path = routes.doctor.requestPatientAccess.path;
    const response = await fixture.doctor.client.json('POST', path, { patientPhone: fixture.phone });
    const text = await response.text();
    const refused = findRejectionStatus(model);
    if (refused !== null) return expect(response.status).toBe(refused);
    if (!canSendCode(model, now)) return expect(response.status).toBe(429);
    expect(response.status, text).toBe(200);
    const { requestId } = routes.doctor.requestPatientAccess.reply.parse(JSON.parse(text));
    const spentAttempts = model.code !== null && model.code.sentAt + 10 * minuteMs > now ? model.code.attempts : 0;
    const sent = isDecoy(model, now) ? null : (await fixtures.testApp.outbox.nextSms(fixture.phone, before)).text;
    model.sentAt.push(now);
    // A resend keeps the used attempts, except those of a code with all attempts used.
    const attempts = spentAttempts < 5 ? spentAttempts : 0;
    model.code = { requestId, text: sent === null ? null : codeIn(sent), attempts, sentAt: now };
    if (sent === null) return;
    model.blockToken = tokenIn(sent);
    model.smsCount += 1;
  }
}

export class EnterCode extends Act {
  readonly isRight: boolean;
  constructor(isRight: boolean) {
    super();
    this.isRight = isRight;
  }
  toString = () => (this.isRight ? 'right code' : 'wrong code');
  override check = (model: Readonly<Model>) => model.code !== null && (!this.isRight || model.code.text !== null);
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    const { code } = model;
    if (code === null) return;
    const now = fixtures.now();
    const before = await fixtures.testApp.outbox.countSms(fixture.phone);
    const wrong = code.text === '000000' ? '000001' : '000000';
    const otpCode = this.isRight ? (code.text ?? wrong) : wrong;
    const body = { requestId: code.requestId, otpCode };
    const response = await fixture.doctor.client.json('POST', routes.doctor.verifyOtp.path, body);
    await response.text();
    const refused = findRejectionStatus(model);
    if (refused !== null) return expect(response.status).toBe(refused);
    const isOpen = code.attempts < 5 && code.sentAt + 10 * minuteMs > now;
    if (isOpen) code.attempts += 1;
    if (!isOpen || !this.isRight) {
      if (isOpen && code.attempts === 5) model.burntAt.push(code.sentAt);
      model.isPaused ||= model.burntAt.filter((at) => at > now - dayMs).length >= 3;
      return expect(response.status).toBe(400);
    }
    expect(response.status).toBe(200);
    model.code = null;
    // A doctor denied or blocked in the meantime gets a decoy: no link is sent.
    const token = isDecoy(model, now)
      ? null
      : tokenIn((await fixtures.testApp.outbox.nextSms(fixture.phone, before)).text);
    if (token !== null) model.smsCount += 1;
    model.links.push({ token, requestedAt: now, state: 'pending', endsAt: 0, kinds: null });
  }
}

/** An act by one of the sent links; `back` counts from the newest. */
abstract class LinkAct extends Act {
  readonly back: number;
  constructor(back: number) {
    super();
    this.back = back;
  }
  override check = (model: Readonly<Model>) => this.linkOf(model) !== undefined;
  protected linkOf(model: Readonly<Model>): ModelLink | undefined {
    return model.links.filter(({ token }) => token !== null).at(-1 - this.back);
  }
  async act(model: Model, real: Real): Promise<void> {
    const link = this.linkOf(model);
    if (link === undefined) return;
    const now = real.fixtures.now();
    const expected = isExpired(link, now) ? 404 : this.apply(model, link, now);
    const response = await this.send(real, link);
    expect([this.toString(), response.status, await response.text()]).toEqual([
      this.toString(),
      expected,
      expect.anything(),
    ]);
  }
  /** Applies the act to the model for a valid link. Returns the expected status. */
  protected abstract apply(model: Model, link: ModelLink, now: number): number;
  protected abstract send(real: Real, link: ModelLink): Promise<Response>;
  protected post({ fixtures }: Real, path: string, link: ModelLink, more: object = {}): Promise<Response> {
    return fixtures.testApp.anonymous.json('POST', path, { accessToken: link.token, ...more });
  }
  /** Posts, and again with the code from the phone if the portal asks for one. Codes and their limits are not modeled. */
  protected async postByCode(real: Real, path: string, link: ModelLink, more: object): Promise<Response> {
    const { testApp } = real.fixtures;
    const { phone } = real.fixture;
    await testApp.superuser.query('DELETE FROM link_codes');
    const before = await testApp.outbox.countSms(phone);
    const response = await this.post(real, path, link, more);
    if (response.status !== 403 || !(await response.clone().text()).includes('code_required')) return response;
    const code = codeIn((await testApp.outbox.nextSms(phone, before)).text);
    real.fixture.smsBefore += 1; // the model counts the SMS of requests
    return await this.post(real, path, link, { ...more, code });
  }
}

export class Grant extends LinkAct {
  readonly days: 7 | 30;
  readonly kinds: readonly ExamKind[] | null;
  constructor(back: number, days: 7 | 30, kinds: readonly ExamKind[] | null) {
    super(back);
    this.days = days;
    this.kinds = kinds;
  }
  toString = () => `grant(${this.back}, ${this.days} days, ${this.kinds ?? 'all'})`;
  protected apply(model: Model, link: ModelLink, now: number): number {
    if (link.state !== 'pending') return isActive(link, now) ? 200 : 409;
    replaceGrants(model, now);
    Object.assign(link, { state: 'granted', endsAt: now + this.days * dayMs, kinds: this.kinds });
    return 200;
  }
  protected send(real: Real, link: ModelLink): Promise<Response> {
    return this.postByCode(real, respond.path, link, { response: 'grant', days: this.days, examTypes: this.kinds });
  }
}

export class Deny extends LinkAct {
  toString = () => `deny(${this.back})`;
  protected apply(model: Model, link: ModelLink, now: number): number {
    if (link.state !== 'pending') return link.state === 'denied' ? 200 : 409;
    Object.assign(link, { state: 'denied', endsAt: now });
    model.bannedUntil = now + 7 * dayMs;
    return 200;
  }
  protected send(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, respond.path, link, { response: 'deny' });
  }
}

export class Revoke extends LinkAct {
  toString = () => `revoke(${this.back})`;
  protected apply(_model: Model, link: ModelLink, now: number): number {
    if (link.state === 'pending') return 409;
    if (isActive(link, now)) Object.assign(link, { state: 'revoked', endsAt: now });
    return 200;
  }
  protected send(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, revoke.path, link);
  }
}

/** The record's center revokes a grant, or the doctor. Any earlier request can be chosen. */
export class EndByOther extends LinkAct {
  readonly endedBy: 'center' | 'doctor';
  constructor(endedBy: 'center' | 'doctor', back: number) {
    super(back);
    this.endedBy = endedBy;
  }
  override check = (model: Readonly<Model>) =>
    this.linkOf(model) !== undefined && !(this.endedBy === 'doctor' && isDisabled(model));
  toString = () => (this.endedBy === 'center' ? `center revokes(${this.back})` : `doctor revokes(${this.back})`);
  override async act(model: Model, real: Real): Promise<void> {
    const link = this.linkOf(model);
    if (link === undefined) return;
    const status = this.apply(model, link, real.fixtures.now());
    const response = await this.send(real);
    const { status: shown } = z.object({ status: z.unknown() }).parse(await response.json());
    // A grant that expired or ended with a suspension keeps its state.
    const ended = link.state === 'granted' || link.state === 'canceled' ? 'expired' : link.state;
    expect([this.toString(), response.status, shown]).toEqual([this.toString(), status, status === 409 ? 409 : ended]);
  }
  protected apply(_model: Model, link: ModelLink, now: number): number {
    if (link.state === 'pending') return 409;
    if (isActive(link, now)) Object.assign(link, { state: 'revoked', endsAt: now });
    return 200;
  }
  protected send({ fixtures, fixture }: Real): Promise<Response> {
    return fixtures.endByOther(this.endedBy, fixture, this.back);
  }
}

export class Narrow extends LinkAct {
  readonly kinds: readonly ExamKind[];
  constructor(back: number, kinds: readonly ExamKind[]) {
    super(back);
    this.kinds = kinds;
  }
  toString = () => `narrow(${this.back}, ${this.kinds})`;
  protected apply(_model: Model, link: ModelLink, now: number): number {
    if (!isActive(link, now)) return 409;
    link.kinds = this.kinds;
    return 200;
  }
  protected send(real: Real, link: ModelLink): Promise<Response> {
    const { patientId } = real.fixture;
    return this.postByCode(real, change.path, link, { patientId, examTypes: this.kinds });
  }
}

export class OpenLink extends LinkAct {
  toString = () => `open link(${this.back})`;
  protected apply(): number {
    return 200;
  }
  protected send(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, lookup.path, link);
  }
}

export class Block extends Act {
  toString = () => 'block';
  override check = (model: Readonly<Model>) => model.blockToken !== null;
  async act(model: Model, { fixtures }: Real): Promise<void> {
    const now = fixtures.now();
    const response = await fixtures.testApp.anonymous.json('POST', block.path, { accessToken: model.blockToken });
    await response.text();
    // The link of the newest message is valid for 90 days.
    const sentAt = model.sentAt.at(-1) ?? 0;
    if (response.status === 404) return expect(sentAt + 90 * dayMs).toBeLessThanOrEqual(now);
    expect(response.status).toBe(200);
    if (model.blockedUntil > now) return;
    model.blockedUntil = now + 90 * dayMs;
    model.code = null;
  }
}

export class Wait extends Act {
  readonly ms: number;
  constructor(ms: number) {
    super();
    this.ms = ms;
  }
  toString = () => `wait(${this.ms / minuteMs} min)`;
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    fixtures.testApp.advanceClock(this.ms);
    if (this.ms > 25 * minuteMs && !isDisabled(model)) await fixtures.signIn(fixture.doctor);
  }
}

export class Review extends Act {
  toString = () => 'new license';
  override check = (model: Readonly<Model>) => model.isVerified && !model.isSuspended;
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    await fixtures.review(fixture);
    model.isVerified = false;
  }
}

export class Approve extends Act {
  toString = () => 'approve';
  override check = (model: Readonly<Model>) => !isDisabled(model);
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    await fixtures.approve(fixture);
    model.isVerified = true;
  }
}

/** Cancels codes and pending requests. Grants stay, without access. A doctor in review cannot be suspended. */
export class Suspend extends Act {
  toString = () => 'suspend';
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    const status = await fixtures.suspend(fixture);
    expect(['suspend', status]).toEqual(['suspend', model.isVerified ? 200 : 409]);
    if (!model.isVerified || model.isSuspended) return;
    model.isSuspended = true;
    cancelPending(model, fixtures.now());
  }
}

/** Permanently rejects a doctor in review. A verified doctor, suspended or not, cannot be rejected. */
export class Reject extends Act {
  toString = () => 'reject';
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    const status = await fixtures.reject(fixture);
    expect(['reject', status]).toEqual(['reject', model.isVerified ? 409 : 200]);
    if (model.isVerified || model.isRejected) return;
    model.isRejected = true;
    cancelPending(model, fixtures.now());
  }
}

function cancelPending(model: Model, now: number): void {
  model.code = null;
  for (const link of model.links) if (link.state === 'pending' && !isExpired(link, now)) link.state = 'canceled';
}

export class Reinstate extends Act {
  toString = () => 'reinstate';
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    const status = await fixtures.reinstate(fixture);
    expect(['reinstate', status]).toEqual(['reinstate', model.isVerified ? 200 : 409]);
    model.isSuspended = false;
    if (model.isVerified) await fixtures.signIn(fixture.doctor);
  }
}

export class Subscribe extends Act {
  readonly isActive: boolean;
  constructor(isActive: boolean) {
    super();
    this.isActive = isActive;
  }
  toString = () => (this.isActive ? 'renew subscription' : 'expire subscription');
  override check = (model: Readonly<Model>) => !model.isRejected;
  async act(model: Model, { fixtures, fixture }: Real): Promise<void> {
    await fixtures.subscribe(fixture, this.isActive);
    model.isSubscribed = this.isActive;
  }
}

export class Restart extends Act {
  toString = () => 'restart';
  act = (_model: Model, { fixtures }: Real): Promise<void> => fixtures.restart();
}
