import { describe, expect, expectTypeOf, it } from 'vitest';
import { linkTokenKey } from './areas/consent/link-token.ts';
import { storageKeys } from './lib/storage.ts';
import type { StoredPacking } from './upload/packing.ts';
import { lockOf } from './upload/resume/resumable-uploads.ts';
import { resumeFlagKey } from './upload/resume/resume-flag-key.ts';
import { packingKey, type ResumeState, resumeDatabase } from './upload/resume/resume-store.ts';

const scripts = import.meta.glob<string>('../public/theme.js', { eager: true, query: '?raw', import: 'default' });

/*
 * Names under which browsers have stored data. A changed name signs everyone out, forgets their settings or loses
 * the uploads that were interrupted before an update of the portal.
 */
describe('names in the browser', () => {
  it('of local storage', () => {
    const { session, language, theme } = storageKeys;
    expect([session, language, theme]).toEqual(['sessionId', 'medcloud-language', 'medcloud-theme']);
    expect(resumeFlagKey).toBe('medcloud-uploads-kept');
  });

  it('of local storage, in the script before the first paint', () => {
    const [script = ''] = Object.values(scripts);
    const read = [...script.matchAll(/read\('([^']+)'\)/g)].map(([, key]) => key);
    expect(read).toEqual([storageKeys.theme, storageKeys.language]);
  });

  it('of session storage', () => {
    expect(linkTokenKey).toBe('consent-link');
  });

  it('of the interrupted uploads in IndexedDB, with their lock', () => {
    expect(resumeDatabase).toEqual({ name: 'medcloud-uploads', version: 1, store: 'uploads', keyPath: 'key' });
    expect(packingKey('01a2')).toBe('01a2/packing');
    expect(lockOf('01a2')).toBe('medcloud-upload-01a2');
  });

  // tsc compares
  it('of the fields of an interrupted upload', () => {
    expectTypeOf<keyof ResumeState>().toEqualTypeOf<
      | 'key'
      | 'owner'
      | 'fields'
      | 'patientName'
      | 'name'
      | 'sizeBytes'
      | 'digests'
      | 'handle'
      | 'path'
      | 'isPacked'
      | 'addedAt'
      | 'isBegun'
    >();
    expectTypeOf<keyof ResumeState['fields']>().toEqualTypeOf<
      'patientId' | 'examType' | 'examDate' | 'referringPhysician' | 'notes' | 'mismatchReason' | 'mismatchFields'
    >();
    expectTypeOf<keyof StoredPacking>().toEqualTypeOf<'packing' | 'digest'>();
    expectTypeOf<keyof StoredPacking['packing']>().toEqualTypeOf<'root' | 'paths' | 'refs'>();
  });
});
