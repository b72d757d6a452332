import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type RunningProgram, startProgram } from './program.ts';

const pluginFolder = '/usr/share/orthanc/plugins';

/** Another DICOMweb server that this Orthanc can query. */
export interface DicomWebServer {
  url: string;
  token: string;
}

/**
 * Starts Orthanc with its DICOMweb plugin on its own folder. Returns null if Debian's `orthanc` and `orthanc-dicomweb`
 * are not installed.
 */
export async function startOrthanc(
  folder: string,
  port: number,
  servers: Readonly<Record<string, DicomWebServer>> = {},
): Promise<RunningProgram | null> {
  const program = findProgram('Orthanc');
  if (program === null || !existsSync(join(pluginFolder, 'libOrthancDicomWeb.so'))) return null;
  const settings = {
    Name: 'Peer',
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: port,
    DicomServerEnabled: false,
    RemoteAccessAllowed: false,
    AuthenticationEnabled: false,
    StorageAccessOnFind: 'Never',
    Plugins: [join(pluginFolder, 'libOrthancDicomWeb.so')],
    DicomWeb: {
      Enable: true,
      Root: '/dicom-web/',
      Servers: Object.fromEntries(
        Object.entries(servers).map(([name, { url, token }]) => [
          name,
          { Url: url, HttpHeaders: { Authorization: `Bearer ${token}` } },
        ]),
      ),
    },
  };
  const path = join(folder, 'orthanc.json');
  await writeFile(path, JSON.stringify(settings));
  return await startProgram(program, [path], port);
}
