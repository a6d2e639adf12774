/** A hint as people read it, in one line. */
export const asRead = (hint: string): string => hint.replaceAll('<br>', ' ').replaceAll(/<\/?b>/g, '');
