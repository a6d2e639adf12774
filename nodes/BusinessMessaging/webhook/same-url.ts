/** A URL in one spelling: the host in lowercase, and no slash at the end of the path. */
function normalized(url: string): string {
	if (!URL.canParse(url)) return url;
	const parsed = new URL(url);
	parsed.pathname = parsed.pathname.replace(/\/+$/, '');
	return parsed.href;
}

/** Whether two URLs are the same, even if a gateway spells one its own way. */
export const isSameUrl = (one: string, other: string): boolean => normalized(one) === normalized(other);
