/** What the platform takes for a picture or a sticker (docs/interface.md, Media). */
const PICTURE = /^image\/(?:jpeg|png|webp)\b/;
const MOST = 5 * 1024 * 1024;
const PATIENCE = 10_000;

/** The picture behind a link, or why there is none, for people. */
export async function fetchPicture(link: string): Promise<{ bytes: Buffer; mimeType: string } | string> {
	try {
		const response = await fetch(link, { signal: AbortSignal.timeout(PATIENCE) });
		const mimeType = response.headers.get('content-type') ?? '';
		if (!response.ok) return `the link answers ${response.status}`;
		if (!PICTURE.test(mimeType)) return `the link leads to ${mimeType || 'no type'}, which is no picture`;
		const bytes = Buffer.from(await response.arrayBuffer());
		return bytes.length > MOST ? `the picture has more than ${MOST} bytes` : { bytes, mimeType };
	} catch (error) {
		const { cause, message } = error as Error;
		return `the link can't be opened: ${cause instanceof Error ? cause.message : message}`;
	}
}
