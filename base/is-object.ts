/** The fields of something that came from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether this is an object with fields: not a list, and not null. */
export const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
