import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { causeCode, GatewayError } from '../gateway-error.ts';
import type { FiscalGateway } from './fiscal-gateway.ts';

const unmarked = { mark: null, authCode: null, qrUrl: null };

/** Writes each document to `<uid>.xml` in a folder: an operator without an interface reports it by hand. */
export function openFiscalFiles(folder: string): FiscalGateway {
  return {
    driver: 'file',
    send: async ({ uid }, xml) => {
      await writeAtomically(folder, `${uid}.xml`, xml);
      return { state: 'accepted', value: unmarked };
    },
    // the same bytes under the same name: a repeated send is no second document
    find: async () => null,
    list: async function* () {
      // a folder has what the portal wrote
    },
    cancel: async () => ({ state: 'refused', code: 'no_interface' }),
    findCancellation: async () => null,
    probe: async () => {
      await makeFolder(folder);
      return { where: folder };
    },
  };
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new GatewayError('not-sent', causeCode(error), { cause: error });
  }
}

/** Replaces a file by a whole and synced one. */
async function writeAtomically(folder: string, name: string, text: string): Promise<void> {
  await makeFolder(folder);
  try {
    const file = await open(join(folder, `${name}.part`), 'w', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(join(folder, `${name}.part`), join(folder, name));
  } catch (error) {
    throw new GatewayError('not-sent', causeCode(error), { cause: error });
  }
}
