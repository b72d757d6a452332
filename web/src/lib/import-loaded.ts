/** Files being loaded or loaded, by path. */
const loadedFiles = new Map<string, Promise<void>>();

/**
 * Imports a module once its files are in the browser's cache. `files` are paths below the site's root: the module's
 * script, the scripts it imports, and styles. Browsers remember a failed import, or a failed preload, until the page is
 * reloaded (HTML, module map), but not a failed fetch. Rejects if a file cannot be fetched; the next call fetches it
 * again.
 */
export async function importLoaded<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
): Promise<Module> {
  await Promise.all(files.map(loadFileOnce));
  return await importModule();
}

function loadFileOnce(file: string): Promise<void> {
  const started = loadedFiles.get(file) ?? loadFile(new URL(`/${file}`, location.href).href);
  loadedFiles.set(file, started);
  started.catch(() => loadedFiles.delete(file));
  return started;
}

/** Fetches a file, unless the page itself names it. A style is then applied. */
async function loadFile(address: string): Promise<void> {
  if ([...document.scripts].some(({ src }) => src === address)) return;
  if ([...document.querySelectorAll('link')].some(({ href }) => href === address)) return;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} cannot be loaded: ${response.status}`);
  await response.arrayBuffer();
  if (address.endsWith('.css')) await applyStyle(address);
}

async function applyStyle(address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.crossOrigin = '';
  link.nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
  link.href = address;
  link.onload = () => resolve();
  link.onerror = () => {
    link.remove();
    reject(new Error(`${address} cannot be loaded`));
  };
  document.head.append(link);
  await promise;
}
