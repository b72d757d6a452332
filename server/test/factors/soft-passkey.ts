import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '@medcloud/contract/shapes/passkeys';

/** What an authenticator may do otherwise than it should. */
export interface Deviation {
  origin?: string;
  domain?: string;
  isUserVerified?: boolean;
  signCount?: number;
  userHandle?: string;
  challenge?: string;
  hasWrongSignature?: boolean;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Encodes a CBOR head (RFC 8949, 3) of lengths below 65,536. */
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
}
const cborInteger = (value: number) => (value < 0 ? head(1, -value - 1) : head(0, value));
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);

/** A passkey of a P-256 key, which makes the structures of WebAuthn Level 3 by itself. */
export class SoftPasskey {
  readonly #keys: { privateKey: KeyObject; publicKey: KeyObject };
  readonly #origin: string;
  readonly id = randomBytes(32).toString('base64url');
  signCount: number;
  #handle = '';

  constructor(origin: string, signCount = 1) {
    this.#keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#origin = origin;
    this.signCount = signCount;
  }

  /** Answers creation options. */
  create({ challenge, rp, user }: PasskeyCreationOptions, deviation: Deviation = {}) {
    this.#handle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = cborMap([
      [cborInteger(1), cborInteger(2)],
      [cborInteger(3), cborInteger(-7)],
      [cborInteger(-1), cborInteger(1)],
      [cborInteger(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInteger(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
    const data = Buffer.concat([this.#data(deviation.domain ?? rp.id, 0x40, deviation), attested]);
    const attestation = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(data)],
    ]);
    const client = this.#client('webauthn.create', challenge, deviation);
    return {
      id: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: client.toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers request options, with a counter one higher. */
  sign({ challenge, rpId }: PasskeyRequestOptions, deviation: Deviation = {}) {
    if (deviation.signCount === undefined && this.signCount > 0) this.signCount += 1;
    const client = this.#client('webauthn.get', challenge, deviation);
    const data = this.#data(deviation.domain ?? rpId, 0, deviation);
    const signed = Buffer.concat([data, sha256(client)]);
    if (deviation.hasWrongSignature) signed[0] = (signed[0] ?? 0) ^ 1;
    return {
      id: this.id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(this.#keys.privateKey).toString('base64url'),
        userHandle: deviation.userHandle ?? this.#handle,
      },
    };
  }

  /** Authenticator data (WebAuthn, 6.1): domain, flags and counter. */
  #data(domain: string, flags: number, { isUserVerified = true, signCount = this.signCount }: Deviation): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(signCount);
    return Buffer.concat([sha256(domain), Buffer.from([flags | 1 | (isUserVerified ? 4 : 0)]), counter]);
  }

  #client(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin } = deviation;
    return Buffer.from(
      JSON.stringify({ type, challenge: deviation.challenge ?? challenge, origin, crossOrigin: false }),
    );
  }
}
