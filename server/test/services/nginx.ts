import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type RunningProgram, startProgram } from './program.ts';

/** Starts nginx for the files of a folder, one worker with sendfile. Returns null if it is not installed. */
export async function startNginx(folder: string, port: number): Promise<RunningProgram | null> {
  const program = findProgram('nginx');
  if (program === null) return null;
  const path = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  await writeFile(
    path,
    `daemon off; master_process off; error_log /dev/null; pid ${folder}/nginx.pid;
events { worker_connections 64; }
http { access_log off; sendfile on; ${temporary.join(' ')}
  server { listen 127.0.0.1:${port}; root ${folder}; } }
`,
  );
  return await startProgram(program, ['-p', folder, '-c', path], port);
}
