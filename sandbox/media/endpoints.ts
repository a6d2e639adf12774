import { fileOf, readMultipart, textOf } from '../http/multipart';
import { json, type Answer, type Call, type Route } from '../http/route';
import { platformRefusal } from '../refusal';
import type { World } from '../world';
import { whyNotKept, type MediaFile } from './library';

/** The endpoints of media (docs/interface.md, Media). The routes of one segment come last. */
export const mediaRoutes: readonly Route[] = [
	{ method: 'POST', path: '/media', handle: upload },
	{ method: 'GET', path: '/messaging_business/attachments', handle: attachments },
	{ method: 'GET', path: '/media-files/:token', handle: download },
	{ method: 'GET', path: '/:mediaId', handle: metadata },
	{ method: 'DELETE', path: '/:mediaId', handle: remove },
];

/** A MIME type; some clients say only `image`, and then the file's own type counts. */
const mimeTypeIn = (type: string | undefined) => (type?.includes('/') ? type : undefined);

async function upload(call: Call): Promise<Answer> {
	const { media } = call.world;
	const form = await readMultipart(call);
	const file = form && (await fileOf(form, 'file'));
	const product = form && textOf(form, 'messaging_product');
	const type = (form && mimeTypeIn(textOf(form, 'type'))) ?? file?.mimeType ?? '';
	const problem =
		file === undefined
			? 'file is missing: send multipart/form-data with messaging_product and file'
			: product !== 'whatsapp'
				? 'messaging_product must be whatsapp'
				: whyNotKept(type, file.bytes.length);
	if (file === undefined || problem !== undefined) {
		media.noteFailure();
		throw platformRefusal(problem?.startsWith('file:') ? 131053 : 100, problem ?? 'file is missing');
	}
	return json({ id: media.add(file.bytes, type, file.filename).id });
}

function metadata({ world, params, headers }: Call): Answer {
	const file = fileNamed(world, params.mediaId ?? '');
	const url = `http://${headers.host ?? 'sandbox'}/media-files/${world.media.grant(file.id)}`;
	return json({ ...describe(file), url });
}

function remove({ world, params }: Call): Answer {
	const file = fileNamed(world, params.mediaId ?? '');
	return json({ success: world.media.remove(file.id) });
}

/** The interface shows no fields; `mid` asks for the file itself, as one provider does. */
function attachments({ world, query }: Call): Answer {
	const id = query.get('mid');
	if (id !== null) return binary(fileNamed(world, id));
	return json({ attachments: world.media.all.map(describe) });
}

/** A token is good for five minutes; afterwards the address is not found. */
function download({ world, params }: Call): Answer {
	const file = world.media.redeem(params.token ?? '');
	if (file === undefined) throw platformRefusal(100, 'this download URL has expired', { status: 404 });
	return binary(file);
}

function fileNamed({ media }: World, id: string): MediaFile {
	if (!/^\d+$/.test(id)) throw platformRefusal(100, `media_id must be numeric, got ${id}`);
	if (media.blocked) {
		throw platformRefusal(80007, 'media reads are blocked after too many failed uploads', { status: 429 });
	}
	const file = media.find(id);
	if (file === undefined) throw platformRefusal(100, `no media has the id ${id}`, { status: 404 });
	return file;
}

function describe({ id, mimeType, sha256, bytes }: MediaFile) {
	return { id, mime_type: mimeType, sha256, file_size: bytes.length, messaging_product: 'whatsapp' };
}

function binary({ bytes, mimeType }: MediaFile): Answer {
	return { status: 200, body: undefined, file: { bytes, mimeType } };
}
