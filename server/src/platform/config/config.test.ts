import { describe, expect, it } from 'vitest';
import { addressBlock, isLoopbackAddress } from './addresses.ts';
import { ConfigError, readConfig } from './config.ts';

describe('readConfig', () => {
  it('returns the defaults of the product for an empty environment', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      posture: 'evaluation',
      trustedProxies: [],
      adminEmail: 'admin@medcloud.local',
    });
    expect(config.publicUrl.origin).toBe('http://localhost:3000');
    expect(config.objectsFolder).toBe(`${config.dataDir}/objects`);
    expect(config.sms).toEqual({ driver: 'file', folder: `${config.dataDir}/outbox` });
    expect(config.mail).toEqual({ driver: 'file', folder: `${config.dataDir}/outbox` });
    expect(config.canConfirmByMail).toBe(false);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, /HOST: .*https/],
    [{ PUBLIC_URL: 'http://portal.example.com' }, /PUBLIC_URL: .*in the clear/],
    [{ PUBLIC_URL: 'https://portal.example.com/x' }, /PUBLIC_URL: .*no path/],
    [{ PUBLIC_URL: 'https://portal.example.com', HOST: '10.0.0.1' }, /TRUSTED_PROXIES/],
    [{ STORAGE_URL: 's3://bucket' }, /STORAGE_URL: only file:/],
    [{ PAYMENTS_URL: 'stripe://x' }, /PAYMENTS_URL/],
    [{ ENCRYPTION_KEY: 'short' }, /ENCRYPTION_KEY: it must be 32 bytes/],
    [{ ENCRYPTION_KEY_NEXT: 'short' }, /ENCRYPTION_KEY_NEXT: it must be 32 bytes/],
    [{ ENCRYPTION_KEY: 'awskms:alias/medcloud' }, /ENCRYPTION_KEY: it must name a key of AWS KMS by its ARN/],
    [{ ENCRYPTION_KEY: 'awskms:arn:aws:kms:eu-west-1:111122223333:key/1' }, /needs the credentials AWS_ACCESS_KEY_ID/],
    [
      { ENCRYPTION_KEY: 'vault:http://vault.example.com/transit/k', VAULT_TOKEN: 'secret' },
      /another machine needs https/,
    ],
    [{ ENCRYPTION_KEY: 'vault:https://vault.example.com/k', VAULT_TOKEN: 'secret' }, /name the engine and the key/],
    [{ ENCRYPTION_KEY: 'vault:https://vault.example.com/transit/k' }, /needs a token in VAULT_TOKEN/],
    [{ PUBLIC_URL: 'https://portal.example.com', PASSKEY_DOMAIN: 'example.org' }, /PASSKEY_DOMAIN: .*parent domain/],
    [{ PUBLIC_URL: 'https://portal.example.com', PASSKEY_DOMAIN: 'com' }, /PASSKEY_DOMAIN/],
    [{ PORT: 'x' }, /PORT/],
    [{ TIME_ZONE: 'Mars/Base' }, /TIME_ZONE/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ DATABASE_URL: 'postgres://portal:secret@/medcloud' }, /DATABASE_URL: .*Write postgres:.*HOST/],
    [{ DATABASE_URL: 'postgres://portal:a/b@db/medcloud' }, /DATABASE_URL: .*%2F/],
    [{ UPLOADS_PER_DAY: '0' }, /UPLOADS_PER_DAY: 0 is not a whole number/],
    [{ PATIENT_VIEWING: 'no' }, /PATIENT_VIEWING: no is neither on nor off/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('rejects %o with an explanation', (environment, message) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(message);
    expect(() => readConfig(environment)).not.toThrow('secret');
  });

  it('returns the production posture and trusts a loopback proxy for an https address', () => {
    const config = readConfig({ PUBLIC_URL: 'https://portal.example.com' });
    expect(config.posture).toBe('production');
    expect(config.trustedProxies).toEqual(['127.0.0.0/8', '::1/128']);
  });
});

describe('PASSKEY_DOMAIN', () => {
  it('is the host of the address, or a parent domain of it', () => {
    const address = { PUBLIC_URL: 'https://portal.example.com' };
    expect(readConfig(address).passkeyDomain).toBe('portal.example.com');
    expect(readConfig({ ...address, PASSKEY_DOMAIN: 'Example.com' }).passkeyDomain).toBe('example.com');
  });
});

describe('addresses', () => {
  it('counts an IPv4 /24 and an IPv6 /48 as one client', () => {
    expect(addressBlock('203.0.113.77')).toBe(addressBlock('::ffff:203.0.113.1'));
    expect(addressBlock('2001:db8:1:2::3')).toBe(addressBlock('2001:db8:1:ffff::9'));
    expect(addressBlock('2001:db8:1:2::3')).not.toBe(addressBlock('2001:db8:2:2::3'));
  });

  it('recognizes loopback addresses in each notation', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopbackAddress)).toBe(true);
    expect(isLoopbackAddress('10.0.0.1')).toBe(false);
  });
});
