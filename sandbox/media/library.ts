import { createHash, randomBytes } from 'node:crypto';
import { DAY } from '../../base';
import type { VirtualClock } from '../clock';
import { newNumericId } from '../identity';
import type { MediaFile } from './file';

/** How long a download URL works. Interface, "Limits". */
const URL_VALID_MS = 5 * 60 * 1000;
/** How long media ids live. Facts 2026, §10. */
const UPLOADED_MS = 30 * DAY;
export const INBOUND_MS = 7 * DAY;
const HOUR = 60 * 60 * 1000;
/** More failed uploads than this in an hour block reading for an hour. Facts, §7. */
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
