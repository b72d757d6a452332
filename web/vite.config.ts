import { languages } from '@medcloud/contract/languages';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compileTexts } from './compile-texts.ts';
import { freeDecoders } from './free-decoders.ts';
import { inlineScripts } from './inline-scripts.ts';
import { inlineStyles } from './inline-styles.ts';
import { lightRoutes } from './light-routes.ts';
import { listScripts } from './list-scripts.ts';
import { plainStyles } from './plain-styles.ts';
import { precompress } from './precompress.ts';
import { preloadConsent } from './preload-consent.ts';
import { preloadScreens } from './preload-screens.ts';
import { renderPages } from './render-pages.ts';
import { retryImports } from './retry-imports.ts';
import { subsetFonts } from './subset-fonts.ts';
import { textAreas } from './text-areas.ts';

/**
 * Preloads the fonts. Every page needs the Latin font, so it loads in parallel with the styles.
 * theme.js gets the Greek font's URL and loads it if the language is Greek.
 */
function preloadFonts(): Plugin {
  return {
    name: 'medcloud:preload-fonts',
    apply: 'build',
    transformIndexHtml(html, { bundle, path }) {
      const names = Object.keys(bundle ?? {});
      const font = (subset: string) => names.find((name) => name.includes(`inter-${subset}-opsz`));
      const preload = (subset: string) => {
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${font(subset)}` };
        return { tag: 'link', attrs, injectTo: 'head-prepend' as const };
      };
      // Most people who open a consent link read Greek and have never selected a language here.
      if (path === '/consent.html') return { html, tags: [preload('latin'), preload('greek')] };
      return {
        html: html.replace('src="/theme.js"', `src="/theme.js" data-greek-font="/${font('greek')}"`),
        tags: [preload('latin')],
      };
    },
  };
}

const everyPage =
  /react-dom\/client|web\/src\/(?:app\/layout\/public-layout|text\/(?:format|load-texts)|lib\/(?:exam-types|import-loaded|phones))|contract\/src\/(?:api-client|limits)|lucide-react\/dist\/esm\/icons\/(?:check|chevron-down|circle-(?:alert|check|exclamation-point|x)|clock|download|eye|loader-circle|lock|phone|rotate-ccw-clock)\.m?js/;

// Modules that the rendered pages' script shares with the application are in a chunk without React.
const renderedPages = /web\/src\/lib\/(?:dates|storage|theme\/theme)\.ts|contract\/src\/languages\.ts/;

// Modules shared by screens go into a few chunks, from those every screen needs to those of an area's layout. Many
// small chunks cost 10 KB more per screen and three times the requests. A module goes to the first matching group, with
// its imports.
const shared = [
  // What every page says, and what every application screen says: one chunk a language.
  ...languages.flatMap((language) => [
    { name: `${language}-common`, test: new RegExp(`text/${language}/common\\.ts`) },
    { name: `${language}-app`, test: new RegExp(`text/${language}/(?:frame|faults|validation)\\.ts`) },
    { name: `${language}-health`, test: new RegExp(`text/${language}/(?:health|operations)\\.ts`) },
  ]),
  { name: 'kept', test: renderedPages },
  { name: 'base', test: everyPage },
  {
    name: 'app',
    test: /web\/src\/(?:main|calls\/(?:client\/use-api-query|auth)|text\/use-error-message|ui\/(?:feedback\/(?:note|skeleton)|forms\/(?:field|text-input)))\.|contract\/src\/(?:choices|routes\/admin)\.|react-router/,
  },
  {
    name: 'session',
    test: /web\/src\/(?:app\/(?:session\/session|layout\/(?:session|upload)-layout|routing\/next-path|layout\/area)|text\/specialization)\./,
  },
  {
    name: 'later',
    test: /web\/src\/(?:ui\/(?:actions\/(?:theme-switch|copy-button)|data\/(?:avatar|badge|email-address|exam-type-badge|facts|more-rows|relative-time|status-badge|two-lines)|feedback\/(?:empty-state|error-state|last-error-message|use-lazy-open)|forms\/select|layout\/(?:card|page-header)|overlays\/focus-handover)|calls\/(?:support|client\/api-error-state)|app\/routing\/url-(?:params|text)|lib\/(?:back-link|now))\.|lucide-react\/dist\/esm\/icons\/(?:arrow-left|ban|chevron-right|ellipsis|plus|rotate-ccw)\.m?js/,
  },
  { name: 'area', test: /web\/src\/app\/layout\/areas\./ },
  {
    name: 'admin',
    test: /web\/src\/areas\/admin\/shared\/probe-state\.|lucide-react\/dist\/esm\/icons\/(?:key-round|mail|message-square|send)\.m?js/,
  },
];

export default defineConfig({
  plugins: [
    retryImports(),
    subsetFonts(),
    plainStyles(),
    lightRoutes(),
    compileTexts(),
    textAreas(),
    react(),
    tailwindcss(),
    renderPages(),
    preloadFonts(),
    listScripts(),
    preloadConsent(),
    preloadScreens(),
    inlineStyles(),
    inlineScripts(),
    precompress(),
  ],
  // Cornerstone's tools import an XML package that is never called and cannot run in a browser.
  // They also import `dcmjs` twice and hardly use it (web/src/viewer/no-dcmjs.ts), and `clipper2-ts` for contours.
  resolve: {
    alias: {
      xmlbuilder2: `${import.meta.dirname}/src/viewer/no-xml.ts`,
      'clipper2-ts': `${import.meta.dirname}/src/viewer/no-clipper.ts`,
      dcmjs: `${import.meta.dirname}/src/viewer/no-dcmjs.ts`,
    },
  },
  worker: { format: 'es', plugins: () => [freeDecoders()] },
  // The server replaces the placeholder by a new nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    reportCompressedSize: false,
    // Inlined files would be data: URLs, which the CSP allows only for images.
    assetsInlineLimit: 0,
    // The consent page is a separate entry: the patient's phone loads neither router nor query cache.
    rolldownOptions: {
      input: Object.fromEntries(
        ['index', 'consent', 'landing', 'privacy', 'terms'].map((name) => [
          name,
          `${import.meta.dirname}/${name}.html`,
        ]),
      ),
      // The modules every page needs are one chunk with all their imports: small chunks compress worse and cost a
      // request each.
      output: {
        // every page lists the files that it may load: shorter names than usual compress better
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: shared.map((group, index) => ({ ...group, priority: shared.length - index })),
        },
      },
    },
  },
});
