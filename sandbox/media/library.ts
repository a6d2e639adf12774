import { createHash, randomBytes } from 'node:crypto';
import { DAY, HOUR, MINUTE } from '../../base';
import type { VirtualClock } from '../clock';
import { newNumericId } from '../identity';

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

/** Which files can be uploaded, and how large (docs/interface.md, Media). The formats are the platform's. */
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

/** How long a download URL works (docs/interface.md, Media). */
const URL_VALID_MS = 5 * MINUTE;
/** How long media ids live (docs/interface.md, Media). */
const UPLOADED_MS = 30 * DAY;
export const INBOUND_MS = 7 * DAY;
/** More failed uploads than this in an hour block reading for an hour (docs/interface.md, Media). */
const FAILED_UPLOADS = 5;

/** The media of the number, and the download tokens given out. */
export class MediaLibrary {
	readonly #files = new Map<string, MediaFile>();
	readonly #tokens = new Map<string, { readonly id: string; readonly until: number }>();
	#failures: number[] = [];
	#blockedUntil = 0;

	constructor(readonly clock: VirtualClock) {}

	/** Keeps a file under a new id, for 30 days, or for 7 if it came from a customer. */
	add(bytes: Buffer, mimeType: string, filename?: string, keptMs = UPLOADED_MS): MediaFile {
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		const file = { id: newNumericId(), bytes, mimeType, sha256, filename, until: this.clock.now() + keptMs };
		this.#files.set(file.id, file);
		return file;
	}

	find(id: string): MediaFile | undefined {
		const file = this.#files.get(id);
		return file !== undefined && this.clock.now() < file.until ? file : undefined;
	}

	/** Forgets a file, and returns whether it existed. */
	remove(id: string): boolean {
		return this.#files.delete(id);
	}

	get all(): MediaFile[] {
		return [...this.#files.values()].filter(({ until }) => this.clock.now() < until);
	}

	/** A token that downloads the file for the next 5 minutes. */
	grant(id: string): string {
		const token = randomBytes(16).toString('hex');
		this.#tokens.set(token, { id, until: this.clock.now() + URL_VALID_MS });
		return token;
	}

	/** The file a token downloads now. */
	redeem(token: string): MediaFile | undefined {
		const grant = this.#tokens.get(token);
		if (grant === undefined || this.clock.now() >= grant.until) return undefined;
		return this.find(grant.id);
	}

	/** Records an upload that failed. */
	noteFailure(): void {
		const now = this.clock.now();
		this.#failures = [...this.#failures.filter((at) => now - at < HOUR), now];
		if (this.#failures.length > FAILED_UPLOADS) this.#blockedUntil = now + HOUR;
	}

	get blocked(): boolean {
		return this.clock.now() < this.#blockedUntil;
	}
}
