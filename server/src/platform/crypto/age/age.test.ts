import { createHash, randomBytes } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import * as vectors from 'cctv-age';
import { describe, expect, it } from 'vitest';
import { decryptAge, encryptAge } from './age.ts';
import { type AgeIdentity, type AgeRecipient, createIdentity, parseIdentity, parseRecipient } from './age-keys.ts';

async function join(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks));
}

/** Yields bytes in parts whose sizes fit neither lines nor chunks. */
async function* split(bytes: Buffer, size = 50_021): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const encrypt = (plain: Buffer, recipients: AgeRecipient[]) => join(encryptAge(split(plain), recipients));
const decrypt = (file: Buffer, identities: AgeIdentity[]) => join(decryptAge(split(file), identities));

interface Vector {
  name: string;
  facts: Map<string, string>;
  identities: AgeIdentity[];
  file: Buffer;
}

/** Reads a test vector of C2SP CCTV: lines of facts, an empty line, and the file, perhaps compressed. */
function parseVector(name: string, bytes: Uint8Array): Vector {
  const all = Buffer.from(bytes);
  const end = all.indexOf('\n\n');
  const lines = all.toString('latin1', 0, end).split('\n');
  const facts = new Map(lines.map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]));
  const file = all.subarray(end + 2);
  const identities = lines.filter((line) => line.startsWith('identity: ')).map((line) => parseIdentity(line.slice(10)));
  return {
    ...{ name, facts },
    identities: identities.filter((identity) => identity !== null),
    file: facts.get('compressed') === 'zlib' ? inflateSync(file) : file,
  };
}

/** The vectors of what we support: X25519, without a passphrase and without text armor. */
const supported = Object.entries(vectors)
  .filter((entry): entry is [string, Uint8Array] => entry[1] instanceof Uint8Array)
  .map(([name, bytes]) => parseVector(name, bytes))
  .filter(({ facts }) => !facts.has('passphrase') && !facts.has('armored'))
  .filter(({ identities }) => identities.length > 0);

const outcomes: Readonly<Record<string, string>> = {
  'no match': 'no_match',
  'HMAC failure': 'changed',
  'header failure': 'malformed',
  'payload failure': 'changed',
};

describe('decryptAge', () => {
  it.each(supported)('treats the official test vector $name as expected', async ({ facts, identities, file }) => {
    const expected = facts.get('expect') ?? '';
    if (expected === 'success') {
      const plain = await decrypt(file, identities);
      expect(createHash('sha256').update(plain).digest('hex')).toBe(facts.get('payload'));
    } else await expect(decrypt(file, identities)).rejects.toMatchObject({ code: outcomes[expected] });
  });

  it('is tried with vectors of every outcome', () => {
    expect(new Set(supported.map(({ facts }) => facts.get('expect')))).toEqual(
      new Set(['success', ...Object.keys(outcomes)]),
    );
    expect(supported.length).toBeGreaterThan(50);
  });
});

describe('encryptAge', () => {
  const [one, other, stranger] = [1, 2, 3].map((byte) => createIdentity(Buffer.alloc(32, byte)));

  it.each([0, 1, 65_535, 65_536, 65_537, 200_000])('can be decrypted by each recipient: %i bytes', async (bytes) => {
    const plain = randomBytes(bytes);
    if (!one || !other || !stranger) throw new Error('unreachable');
    const file = await encrypt(plain, [one.recipient, other.recipient]);
    for (const identity of [one, other]) expect((await decrypt(file, [stranger, identity])).equals(plain)).toBe(true);
    await expect(decrypt(file, [stranger])).rejects.toMatchObject({ code: 'no_match' });
  });
});

describe('parseRecipient', () => {
  it('accepts what age-keygen writes, and nothing else', () => {
    // the key pair of the examples in the age specification
    const identity = parseIdentity('AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX');
    const text = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';
    expect(identity?.recipient.text).toBe(text);
    expect(parseRecipient(text)?.text).toBe(text);
    for (const wrong of [text.slice(0, -1), text.replace('zv', 'vz'), `${text}q`, 'age1', '', 'ssh-ed25519 AAAA'])
      expect(parseRecipient(wrong), wrong).toBeNull();
  });
});
