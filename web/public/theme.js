// Runs before the first paint, so that neither theme nor language flickers. A classic script of our own: the content policy allows no inline one.
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
  if (language !== 'el') return;
  const greek = document.currentScript.dataset.greekFont;
  if (!greek) return;
  const preload = document.createElement('link');
  Object.assign(preload, { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous', href: greek });
  document.head.append(preload);
})();
