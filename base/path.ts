/** Where something is in a value: the names of fields, and the places in lists, from the outside in. */
export type Path = ReadonlyArray<string | number>;

/** A path as people write it: `rules[2].conditions`. */
export const writtenPath = (path: Path): string =>
	path.reduce<string>(
		(text, step) => text + (typeof step === 'number' ? `[${step}]` : `${text && '.'}${step}`),
		'',
	);

/** A path as the gateway's interface writes it: `participants.0.user`. */
export const dottedPath = (path: Path): string => path.join('.');

/** Whether a path begins with some steps. */
export const isWithin = (path: Path, ...steps: Path): boolean =>
	steps.every((step, index) => path[index] === step);

/** A path from outside, such as of an issue that zod finds. */
export const asPath = (path: readonly PropertyKey[]): Path =>
	path.map((step) => (typeof step === 'number' ? step : String(step)));

/** The steps of a path that the gateway's interface wrote, which also comes from what was kept. */
export const stepsOf = (dotted: string): Path =>
	dotted.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step));
