/**
 * The URL of a path at a gateway. Some have everything below `/v1`, like 360dialog's sandbox (platform-facts-2026,
 * section 12): paths that begin with it don't repeat it.
 * @param base without a slash at the end
 */
export const urlAt = (base: string, path: string): string =>
	`${path.startsWith('/v1/') ? base.replace(/\/v1$/, '') : base}${path}`;
