/** What tests draw from: the same cases in every run, unless FUZZ_SEED is another number. */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_260_301);
