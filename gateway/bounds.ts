/** How long a file may take in all: 100 MB at less than 200 KB a second. ms */
export const FILE_TIME = 600_000;

/** Longest answer that isn't a list or a file, decompressed. bytes */
export const ANSWER_BYTES = 1_024 * 1_024;

/** Longest page of a list, decompressed: the longest one of templates that there can be is a few of them. bytes */
export const LIST_BYTES = 16 * ANSWER_BYTES;
