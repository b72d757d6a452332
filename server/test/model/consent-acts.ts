import { routes } from '@medcloud/contract';
import type { AsyncCommand } from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod';
import { codeIn, tokenIn } from '../harness/outbox.ts';
import {
  dayMs,
  type ExamKind,
  examKinds,
  isDead,
  isDecoy,
  isLive,
  isShutOut,
  type Model,
  type ModelLink,
  mayBeSent,
  minuteMs,
  replaceGrants,
  seen,
  standing,
} from './consent-model.ts';
import type { ConsentStage, Scene } from './consent-stage.ts';

/** The real portal with the scene that the sequence is about. */
export interface Real {
  stage: ConsentStage;
  scene: Scene;
}

const { lookup, respond, change, revoke, block } = routes.patientAccess;

/** One act: what the model says comes of it, done to the model and to the portal; then what the doctor sees is compared. */
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

/** What is listed for the doctor, and one exam that is asked for, are what the model says. */
async function compare(model: Model, { stage, scene }: Real): Promise<void> {
  const kinds = seen(model, stage.now());
  const { client } = scene.doctor;
  const asked = examKinds[scene.comparisons++ % examKinds.length] ?? 'ct';
  const [answer, listed] = await Promise.all([
    client.raw('HEAD', `/api/download/${scene.exams[asked]}`),
    client.raw('GET', `/api/doctor/patient-exams/${scene.patientId}`),
  ]);
  if (kinds.includes(asked)) expect([asked, answer.status]).toEqual([asked, 200]);
  else expect(isShutOut(model) ? [401] : [403, 404], `${asked} is not theirs`).toContain(answer.status);
  const text = await listed.text();
  const exams = listed.ok ? routes.doctor.patientExams.reply.parse(JSON.parse(text)).exams : [];
  expect(exams.map((exam) => exam.examType).toSorted()).toEqual([...kinds].toSorted());
}

export class Request extends Act {
  toString = () => 'request';
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    const before = await stage.world.outbox.countSms(scene.phone);
    const now = stage.now();
    const path = routes.doctor.requestPatientAccess.path;
    const answer = await scene.doctor.client.json('POST', path, { patientPhone: scene.phone });
    const text = await answer.text();
    const refused = standing(model);
    if (refused !== null) return expect(answer.status).toBe(refused);
    if (!mayBeSent(model, now)) return expect(answer.status).toBe(429);
    expect(answer.status, text).toBe(200);
    const { requestId } = routes.doctor.requestPatientAccess.reply.parse(JSON.parse(text));
    const live = model.code !== null && model.code.sentAt + 10 * minuteMs > now ? model.code.attempts : 0;
    const sent = isDecoy(model, now) ? null : (await stage.world.outbox.nextSms(scene.phone, before)).text;
    model.sentAt.push(now);
    // a resend keeps the attempts that were spent, but for a burnt code's
    const attempts = live < 5 ? live : 0;
    model.code = { requestId, text: sent === null ? null : codeIn(sent), attempts, sentAt: now };
    if (sent === null) return;
    model.blockToken = tokenIn(sent);
    model.smsCount += 1;
  }
}

export class Guess extends Act {
  readonly isRight: boolean;
  constructor(isRight: boolean) {
    super();
    this.isRight = isRight;
  }
  toString = () => (this.isRight ? 'right code' : 'wrong code');
  override check = (model: Readonly<Model>) => model.code !== null && (!this.isRight || model.code.text !== null);
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    const { code } = model;
    if (code === null) return;
    const now = stage.now();
    const before = await stage.world.outbox.countSms(scene.phone);
    const wrong = code.text === '000000' ? '000001' : '000000';
    const otpCode = this.isRight ? (code.text ?? wrong) : wrong;
    const body = { requestId: code.requestId, otpCode };
    const answer = await scene.doctor.client.json('POST', routes.doctor.verifyOtp.path, body);
    await answer.text();
    const refused = standing(model);
    if (refused !== null) return expect(answer.status).toBe(refused);
    const isOpen = code.attempts < 5 && code.sentAt + 10 * minuteMs > now;
    if (isOpen) code.attempts += 1;
    if (!isOpen || !this.isRight) {
      if (isOpen && code.attempts === 5) model.burntAt.push(code.sentAt);
      model.isPaused ||= model.burntAt.filter((at) => at > now - dayMs).length >= 3;
      return expect(answer.status).toBe(400);
    }
    expect(answer.status).toBe(200);
    model.code = null;
    // whoever was denied meanwhile is asked of nobody: no link leaves
    const token = isDecoy(model, now) ? null : tokenIn((await stage.world.outbox.nextSms(scene.phone, before)).text);
    if (token !== null) model.smsCount += 1;
    model.links.push({ token, askedAt: now, state: 'pending', endsAt: 0, kinds: null });
  }
}

/** An act by one of the links that were sent, named from the newest. */
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
    const now = real.stage.now();
    const expected = isDead(link, now) ? 404 : this.apply(model, link, now);
    const answer = await this.ask(real, link);
    expect([this.toString(), answer.status, await answer.text()]).toEqual([
      this.toString(),
      expected,
      expect.anything(),
    ]);
  }
  /** What comes of it on a link that still answers: the status, with the model changed. */
  protected abstract apply(model: Model, link: ModelLink, now: number): number;
  protected abstract ask(real: Real, link: ModelLink): Promise<Response>;
  protected post({ stage }: Real, path: string, link: ModelLink, more: object = {}): Promise<Response> {
    return stage.world.anonymous.json('POST', path, { accessToken: link.token, ...more });
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
    if (link.state !== 'pending') return isLive(link, now) ? 200 : 409;
    replaceGrants(model, now);
    Object.assign(link, { state: 'granted', endsAt: now + this.days * dayMs, kinds: this.kinds });
    return 200;
  }
  protected ask(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, respond.path, link, { response: 'grant', days: this.days, examTypes: this.kinds });
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
  protected ask(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, respond.path, link, { response: 'deny' });
  }
}

export class Revoke extends LinkAct {
  toString = () => `revoke(${this.back})`;
  protected apply(_model: Model, link: ModelLink, now: number): number {
    if (link.state === 'pending') return 409;
    if (isLive(link, now)) Object.assign(link, { state: 'revoked', endsAt: now });
    return 200;
  }
  protected ask(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, revoke.path, link);
  }
}

/** The center of the record ends a grant, or the doctor gives it up: by any that was ever asked for. */
export class EndByOther extends LinkAct {
  readonly hand: 'center' | 'doctor';
  constructor(hand: 'center' | 'doctor', back: number) {
    super(back);
    this.hand = hand;
  }
  override check = (model: Readonly<Model>) =>
    this.linkOf(model) !== undefined && !(this.hand === 'doctor' && isShutOut(model));
  toString = () => (this.hand === 'center' ? `center ends(${this.back})` : `doctor gives up(${this.back})`);
  override async act(model: Model, real: Real): Promise<void> {
    const link = this.linkOf(model);
    if (link === undefined) return;
    const status = this.apply(model, link, real.stage.now());
    const answer = await this.ask(real);
    const { status: shown } = z.object({ status: z.unknown() }).parse(await answer.json());
    // what ran out by itself, or ended with a suspension, stays so
    const ended = link.state === 'granted' || link.state === 'cancelled' ? 'expired' : link.state;
    expect([this.toString(), answer.status, shown]).toEqual([this.toString(), status, status === 409 ? 409 : ended]);
  }
  protected apply(_model: Model, link: ModelLink, now: number): number {
    if (link.state === 'pending') return 409;
    if (isLive(link, now)) Object.assign(link, { state: 'revoked', endsAt: now });
    return 200;
  }
  protected ask({ stage, scene }: Real): Promise<Response> {
    return stage.endByOther(this.hand, scene, this.back);
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
    if (!isLive(link, now)) return 409;
    link.kinds = this.kinds;
    return 200;
  }
  protected ask(real: Real, link: ModelLink): Promise<Response> {
    const { patientId } = real.scene;
    return this.post(real, change.path, link, { patientId, examTypes: this.kinds });
  }
}

export class Look extends LinkAct {
  toString = () => `look(${this.back})`;
  protected apply(): number {
    return 200;
  }
  protected ask(real: Real, link: ModelLink): Promise<Response> {
    return this.post(real, lookup.path, link);
  }
}

export class Block extends Act {
  toString = () => 'block';
  override check = (model: Readonly<Model>) => model.blockToken !== null;
  async act(model: Model, { stage }: Real): Promise<void> {
    const now = stage.now();
    const answer = await stage.world.anonymous.json('POST', block.path, { accessToken: model.blockToken });
    await answer.text();
    // the link of the newest message: no older than 90 days here, or dead
    const sentAt = model.sentAt.at(-1) ?? 0;
    if (answer.status === 404) return expect(sentAt + 90 * dayMs).toBeLessThanOrEqual(now);
    expect(answer.status).toBe(200);
    if (model.isBlockedUntil > now) return;
    model.isBlockedUntil = now + 90 * dayMs;
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
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    stage.world.pass(this.ms);
    if (this.ms > 25 * minuteMs && !isShutOut(model)) await stage.signIn(scene.doctor);
  }
}

export class Review extends Act {
  toString = () => 'new licence';
  override check = (model: Readonly<Model>) => model.isVerified && !model.isSuspended;
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    await stage.review(scene);
    model.isVerified = false;
  }
}

export class Approve extends Act {
  toString = () => 'approve';
  override check = (model: Readonly<Model>) => !isShutOut(model);
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    await stage.approve(scene);
    model.isVerified = true;
  }
}

/** Codes and requests that wait end; what was granted stays, and gives nothing. Who waits for review is not suspended. */
export class Suspend extends Act {
  toString = () => 'suspend';
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    const status = await stage.suspend(scene);
    expect(['suspend', status]).toEqual(['suspend', model.isVerified ? 200 : 409]);
    if (!model.isVerified || model.isSuspended) return;
    model.isSuspended = true;
    endWaiting(model, stage.now());
  }
}

/** Who is verified, suspended or not, is not rejected; whoever waits for review is, for good. */
export class Reject extends Act {
  toString = () => 'reject';
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    const status = await stage.reject(scene);
    expect(['reject', status]).toEqual(['reject', model.isVerified ? 409 : 200]);
    if (model.isVerified || model.isRejected) return;
    model.isRejected = true;
    endWaiting(model, stage.now());
  }
}

function endWaiting(model: Model, now: number): void {
  model.code = null;
  for (const link of model.links) if (link.state === 'pending' && !isDead(link, now)) link.state = 'cancelled';
}

export class Reinstate extends Act {
  toString = () => 'reinstate';
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    const status = await stage.reinstate(scene);
    expect(['reinstate', status]).toEqual(['reinstate', model.isVerified ? 200 : 409]);
    model.isSuspended = false;
    if (model.isVerified) await stage.signIn(scene.doctor);
  }
}

export class Subscribe extends Act {
  readonly isActive: boolean;
  constructor(isActive: boolean) {
    super();
    this.isActive = isActive;
  }
  toString = () => (this.isActive ? 'renew' : 'let the subscription lapse');
  override check = (model: Readonly<Model>) => !model.isRejected;
  async act(model: Model, { stage, scene }: Real): Promise<void> {
    await stage.subscribe(scene, this.isActive);
    model.isSubscribed = this.isActive;
  }
}

export class Restart extends Act {
  toString = () => 'restart';
  act = (_model: Model, { stage }: Real): Promise<void> => stage.restart();
}
