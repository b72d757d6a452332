import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { listMissingFiles } from './contract-files.ts';

describe('listMissingFiles', () => {
  const root = mkdtempSync(join(tmpdir(), 'medcloud-contract-files-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('finds nothing in this repository', async () => {
    expect(await listMissingFiles(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
  });

  it('names the missing handler, the missing screen, and what the router has too little or too much', async () => {
    const files = {
      'contract/src/routes/index.ts': "import * as doctor from './doctor.ts';\nexport const routes = { doctor };",
      'contract/src/routes/doctor.ts': `
        export const shape = { parse: 1 };
        export const verifyOtp = { method: 'POST', path: '/api/doctor/verify-otp' };
        export const readExam = { method: 'GET', path: '/api/patients/{patientId}/exams/{examId}' };`,
      'server/src/http/api/doctor/verify-otp.ts': '',
      'contract/src/screens.ts':
        "export const screens = { home: '/', login: '/auth/doctor/login', exams: '/doctor/exams/{id}' };",
      'web/src/areas/landing/landing.tsx': '',
      'web/src/areas/auth/doctor-login/doctor-login.tsx': '',
      'web/src/routes.tsx':
        "[{ path: screens.home }, { path: '/doctor/exams/:id' }, { path: '*' }, { path: '/secret' }]",
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    expect(await listMissingFiles(root)).toEqual([
      'GET /api/patients/{patientId}/exams/{examId} needs server/src/http/api/patients/exams.ts',
      'exams: /doctor/exams/{id} needs web/src/areas/doctor/exams/exams.tsx',
      'login: /auth/doctor/login is not in web/src/routes.tsx',
      '/secret of web/src/routes.tsx is not in contract/src/screens.ts',
    ]);
  });
});
