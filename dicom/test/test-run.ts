/** The number of images and the first one's seed: of an earlier run, or of this run's random tests. */
export const drawnCount = Number(process.env.FORMS ?? 200);
export const drawnSeed = Number(process.env.FORMS_SEED ?? process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
