const listed = (type: 'conjunction' | 'disjunction') => (parts: readonly string[]) =>
	new Intl.ListFormat('en-US', { type }).format(parts);

/** `A, B, or C` */
export const oneOf = listed('disjunction');

/** `A, B, and C` */
export const eachOf = listed('conjunction');
