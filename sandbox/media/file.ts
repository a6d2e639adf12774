/** A file that the platform keeps. `until` is when the platform forgets it, epoch ms. */
export interface MediaFile {
	readonly id: string;
	readonly bytes: Buffer;
	readonly mimeType: string;
	readonly sha256: string;
	readonly filename?: string | undefined;
	readonly until: number;
}

const MB = 1024 * 1024;
const KB = 1024;

/** Which files can be uploaded, and how large. Facts, §7. The formats are the platform's. */
const KINDS = [
	{ kind: 'image', types: /^image\/(jpeg|png)$/, bytes: 5 * MB },
	{ kind: 'sticker', types: /^image\/webp$/, bytes: 500 * KB },
	{ kind: 'audio', types: /^audio\/(aac|amr|mpeg|mp4|ogg)\b/, bytes: 16 * MB },
	{ kind: 'video', types: /^video\/(mp4|3gpp)$/, bytes: 16 * MB },
	{ kind: 'document', types: /^(text\/plain|application\/(pdf|msword|vnd\.[\w.-]+))$/, bytes: 100 * MB },
] as const;

/** Why a file can't be kept, or nothing if it can. */
export function whyNotKept(mimeType: string, size: number): string | undefined {
	const found = KINDS.find(({ types }) => types.test(mimeType));
	if (found === undefined) return `file: ${mimeType || 'no type'} is not supported`;
	if (size > found.bytes)
		return `file: ${found.kind} files have at most ${found.bytes} bytes, this one ${size}`;
	return size === 0 ? 'file: empty' : undefined;
}
