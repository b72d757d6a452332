import { type Language, toLanguage } from '@medcloud/contract/languages';
import type { Area } from '@medcloud/text/catalogue';
import type { Messages } from '@medcloud/text/messages';

/** Loads a file of texts, by its path below `text/`. */
const files = new Map<string, () => Promise<Messages>>();

/** Names the files that this page may load, by their paths from the module that names them. */
export function registerTexts(named: Record<string, () => Promise<Messages>>): void {
  for (const [path, load] of Object.entries(named)) files.set(path.replace(/^[./]+text\//, ''), load);
}

const loaded = new Map<string, Messages>();
const loading = new Map<string, Promise<Messages>>();
const usedAreas = new Set<Area>();

const pathOf = (language: Language, area: Area) => `${language}/${area}.ts`;

/** Returns an area's messages if they are loaded. */
export function loadedMessages(language: Language, area: Area): Messages | undefined {
  return loaded.get(pathOf(language, area));
}

/** Loads an area's messages once. Returns the same promise for each render, also after a failure. */
export function loadMessages(language: Language, area: Area): Promise<Messages> {
  const path = pathOf(language, area);
  const known = loading.get(path);
  if (known) return known;
  const load = files.get(path);
  if (!load) throw new Error(`This page has no texts ${path}.`);
  usedAreas.add(area);
  const promise = load().then((messages) => {
    loaded.set(path, messages);
    return messages;
  });
  loading.set(path, promise);
  return promise;
}

/** Loads several areas at once, and those again that failed before. */
export async function loadTexts(language: Language, areas: readonly Area[]): Promise<void> {
  const load = async (area: Area) => {
    try {
      await loadMessages(language, area);
    } catch (error) {
      loading.delete(pathOf(language, area));
      throw error;
    }
  };
  await Promise.all(areas.map(load));
}

/** Loads what is already used in another language, so that the screen changes its language at once. */
export async function loadUsedTexts(language: Language): Promise<void> {
  await loadTexts(language, [...usedAreas]);
}

/** Returns the page's language. */
export function pageLanguage(): Language {
  return toLanguage(document.documentElement.lang);
}

/**
 * Loads a module together with the texts its components use. The build writes these calls around dynamic imports
 * (`web/text-areas.ts`).
 *
 * @public
 */
export async function withTexts<Module>(module: Promise<Module>, areas: readonly Area[]): Promise<Module> {
  const [one] = await Promise.all([module, loadTexts(pageLanguage(), areas)]);
  return one;
}
