// score.mjs URL [BROWSER ARGUMENT...]: opens the URL five times in a fresh browser (CHROME_PATH) with Lighthouse's
// phone and slow line. Prints each run as one line of JSON, { scores: { category: [0..100, …] }, lcpMs: […] },
// and audits below 1 on stderr.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';

const runs = 5;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const [url, ...chromeFlags] = process.argv.slice(2);

const scores = Object.fromEntries(categories.map((category) => [category, []]));
const lcpMs = [];
const short = new Map();
for (let run = 0; run < runs; run += 1) {
  const chrome = await launch({ chromeFlags: ['--headless=new', ...chromeFlags] });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    });
    if (result === undefined || result.lhr.runtimeError)
      throw new Error(result?.lhr.runtimeError?.message ?? 'Lighthouse returned no result.');
    for (const category of categories)
      scores[category].push(Math.round((result.lhr.categories[category]?.score ?? 0) * 100));
    lcpMs.push(Math.round(result.lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN));
    for (const audit of Object.values(result.lhr.audits))
      if (audit.score !== null && audit.score < 1)
        short.set(audit.id, `${audit.id} ${audit.score} ${audit.displayValue ?? ''}`);
  } finally {
    chrome.kill();
  }
}
for (const line of short.values()) console.error(`  ${line}`);
console.log(JSON.stringify({ scores, lcpMs }));
