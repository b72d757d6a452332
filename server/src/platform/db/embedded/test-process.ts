import { EmbeddedError } from './embedded-error.ts';
import { startEmbedded } from './start-embedded.ts';

// Run by tests as a process of its own, to be killed: starts the database of the folder, says so, and stays; or stops it.
const [dataFolder = '', mode] = process.argv.slice(2);
try {
  const server = await startEmbedded({
    dataFolder,
    watchdog: mode !== 'alone',
    isExclusive: mode === 'sole',
    noSync: true,
  });
  if (mode === 'stop') {
    await server.stop();
    console.log('stopped');
  } else {
    const { pid, adopted, connection } = server;
    console.log(JSON.stringify({ pid, adopted, host: connection.host }));
    setInterval(() => undefined, 60_000);
  }
} catch (error) {
  console.log(error instanceof EmbeddedError ? error.code : error);
}
