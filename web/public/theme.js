// Runs before the first paint, so that neither theme nor language flickers. The build moves it into the pages.
(() => {
  const page = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage blocked: the system's theme and the page's language stand
    }
  };
  const theme = read('medcloud-theme');
  if (theme === 'light' || theme === 'dark') page.dataset.theme = theme;
  const language = read('medcloud-language') ?? '';
  if (/^[a-z]{2}$/.test(language)) page.lang = language;
  const { greekFont, texts } = document.currentScript.dataset;
  const preload = (attributes) =>
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: 'anonymous', ...attributes }));
  if (language === 'el' && greekFont) preload({ rel: 'preload', as: 'font', type: 'font/woff2', href: greekFont });
  // the texts of the application's page, by language
  for (const href of JSON.parse(texts ?? '{}')[page.lang] ?? [])
    preload({ rel: 'modulepreload', fetchPriority: 'low', href });
})();
