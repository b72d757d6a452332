import { EmbeddedError } from './embedded-error.ts';
import { startEmbedded } from './start-embedded.ts';

// Tests run this as a separate process and kill it. Starts the folder's database, prints its facts and keeps running;
// or stops the database again.
const [dataFolder = '', mode] = process.argv.slice(2);
try {
  const server = await startEmbedded({
    dataFolder,
    hasWatchdog: mode !== 'alone',
    isExclusive: mode === 'sole',
    mayLoseData: true,
  });
  if (mode === 'stop') {
    await server.stop();
    console.log('stopped');
  } else {
    const { pid, isAdopted, connection } = server;
    console.log(JSON.stringify({ pid, isAdopted, host: connection.host }));
    setInterval(() => undefined, 60_000);
  }
} catch (error) {
  console.log(error instanceof EmbeddedError ? error.code : error);
}
