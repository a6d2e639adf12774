/** A value of a form as a text, without space around it; empty if there is none. */
export const text = (value: unknown): string => String(value ?? '').trim();
