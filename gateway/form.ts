/** A file on its way to the gateway. */
export interface OutgoingFile {
	content: Uint8Array;
	/** For example `image/jpeg`. */
	mimeType: string;
	/** `file` by default. */
	filename?: string;
}

/** A multipart body: texts, and one file. */
export interface Form {
	fields: Record<string, string | undefined>;
	file: OutgoingFile;
	/** The part with the file. */
	fileField: string;
}

/** A form as the bytes and the content type of a request, the same for every transport. */
export async function encodeForm({
	fields,
	file,
	fileField,
}: Form): Promise<{ body: Buffer; contentType: string }> {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
	const blob = new Blob([new Uint8Array(file.content)], { type: file.mimeType });
	form.append(fileField, blob, file.filename ?? 'file');
	const encoded = new Response(form);
	return {
		body: Buffer.from(await encoded.arrayBuffer()),
		contentType: encoded.headers.get('content-type')!,
	};
}
