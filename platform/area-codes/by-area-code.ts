/** A calling code whose country, or countries, have several time zones, which the area codes tell apart. */
export interface AreaCodes {
	callingCode: string;
	/** Every zone that a number can be in if no row has its area code. */
	zones: readonly string[];
	/** The zones of area codes, which are separated by white space. */
	areas: ReadonlyArray<[zones: readonly string[], codes: string]>;
}

/** The time zones by the first digits of a number, as entries of a map. */
export function zonesByAreaCode({
	callingCode,
	zones,
	areas,
}: AreaCodes): Array<[string, readonly string[]]> {
	const byArea = areas.flatMap(([areaZones, codes]) =>
		codes
			.trim()
			.split(/\s+/)
			.map((code): [string, readonly string[]] => [`${callingCode}${code}`, areaZones]),
	);
	return [[callingCode, zones], ...byArea];
}
