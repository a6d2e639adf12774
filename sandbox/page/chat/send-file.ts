import { control } from '../state/control';
import { complain } from '../state/complaints';
import type { Writer } from './writer';

/** What a customer can send is larger, but this page holds it in memory. */
const LARGEST = 16 * 1024 * 1024;
const KINDS = ['image', 'audio', 'video'];

/** Sends a file as the customer: a picture, a sound, a film, or else a document. */
export async function sendFile(writer: Writer, file: Blob, filename?: string): Promise<void> {
	if (file.size === 0 || file.size > LARGEST) return complain('Choose a file that has at most 16 MB.');
	const mimeType = file.type || 'application/octet-stream';
	const kind = KINDS.find((one) => mimeType.startsWith(`${one}/`)) ?? 'document';
	const base64 = await base64Of(file);
	const added = await control<{ id: string; sha256: string }>('addMedia', { mimeType, filename, base64 });
	if (added === undefined) return;
	const named = kind === 'document' && filename !== undefined ? { filename } : {};
	await writer.answer({ type: kind, [kind]: { ...added, mime_type: mimeType, ...named } });
}

function base64Of(file: Blob): Promise<string> {
	return new Promise((resolve, reject) => {
		const reader = new FileReader();
		reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
		reader.onerror = () => reject(new Error('the file cannot be read'));
		reader.readAsDataURL(file);
	});
}
