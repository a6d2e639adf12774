/**
 * A time in a sentence. A sentence that is kept or passed on has its times in ISO 8601, and whoever shows it writes them
 * in the reader's time zone. A pattern for `RegExp`
 */
export const TIME_IN_SENTENCE = String.raw`\b\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z`;

/** A time as sentences that are kept have it. @param time epoch ms */
export const timeInSentence = (time: number): string => new Date(time).toISOString();
