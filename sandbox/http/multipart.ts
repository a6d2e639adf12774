import type { Call } from './route';

/** The parts of a `multipart/form-data` body, or `undefined` if the body is something else or can't be read. */
export async function readMultipart({ headers, raw }: Call): Promise<FormData | undefined> {
	const type = headers['content-type'];
	if (typeof type !== 'string' || !type.startsWith('multipart/form-data')) return undefined;
	const response = new Response(new Uint8Array(raw), { headers: { 'content-type': type } });
	return response.formData().catch(() => undefined);
}

/** One file of a multipart body. */
export async function fileOf(form: FormData, name: string) {
	const part = form.get(name);
	if (part === null || typeof part === 'string') return undefined;
	return { bytes: Buffer.from(await part.arrayBuffer()), mimeType: part.type, filename: part.name };
}

/** One text of a multipart body. */
export function textOf(form: FormData, name: string): string | undefined {
	const part = form.get(name);
	return typeof part === 'string' ? part : undefined;
}
