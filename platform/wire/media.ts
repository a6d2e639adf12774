import * as z from 'zod';
import { MEDIA_BYTES, sizeInWords } from '../limits';
import { anyId, maybe, product } from './common';

/** What a media file is sent as. */
type MediaKind = keyof typeof MEDIA_BYTES;

/** What people call a file of each kind, what it may be, and how links to it and to what is refused end (docs/interface.md, Media). */
const FORMATS: Readonly<
	Record<MediaKind, { called: string; takes: string; endings: readonly string[]; refused: readonly string[] }>
> = {
	image: {
		called: 'an image',
		takes: 'a JPEG or a PNG',
		endings: ['jpg', 'jpeg', 'png'],
		refused: ['gif', 'bmp', 'svg', 'tif', 'tiff', 'heic', 'avif'],
	},
	audio: {
		called: 'audio',
		takes: 'an MP3, M4A, AAC, AMR, or OGG with Opus',
		endings: ['mp3', 'm4a', 'aac', 'amr', 'ogg'],
		refused: ['wav', 'flac', 'wma', 'aiff'],
	},
	video: {
		called: 'a video',
		takes: 'an MP4 or a 3GP',
		endings: ['mp4', '3gp'],
		refused: ['mov', 'avi', 'mkv', 'webm', 'wmv'],
	},
	document: {
		called: 'a document',
		takes: 'a PDF, a text, or a file of Word, Excel, or PowerPoint',
		endings: ['pdf', 'txt', 'csv', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'],
		refused: ['zip', 'rar', 'exe', 'msi', 'apk', 'dmg', 'iso'],
	},
	sticker: { called: 'a sticker', takes: 'a WebP', endings: ['webp'], refused: [] },
};

const mustBe = ({ called, takes }: (typeof FORMATS)[MediaKind]): string => `${called} must be ${takes}`;

/** What people call a file that is sent as this kind: `an image`. */
export const fileAs = (kind: string): string =>
	Object.hasOwn(FORMATS, kind) ? FORMATS[kind as MediaKind].called : kind;

/** Image types that the platform takes (docs/interface.md, Media). */
const IMAGE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png']);

/**
 * What a file of this MIME type is sent as, or `undefined` for an image type that the platform doesn't accept.
 * Whatever is neither image, sticker, audio nor video is a document.
 */
export function mediaKindOf(mimeType: string): MediaKind | undefined {
	const type = mimeType.split(';')[0]!.trim().toLowerCase();
	if (type === 'image/webp') return 'sticker';
	if (type.startsWith('image/')) return IMAGE_TYPES.has(type) ? 'image' : undefined;
	if (type.startsWith('audio/')) return 'audio';
	return type.startsWith('video/') ? 'video' : 'document';
}

/** Whether a file is a PDF, a text, or one of an office program: documents that the platform takes (docs/interface.md, Media). */
export const isDocumentType = (mimeType: string): boolean =>
	/^(text\/|application\/(pdf|msword|vnd\.))/i.test(mimeType);

/** Archives and programs. Of other types, the gateway says whether it takes them. */
const NO_DOCUMENT =
	/^\s*application\/(zip|gzip|java-archive|x-(zip|7z|rar|tar|gzip|bzip2?|msdownload|msi|apple-diskimage)\b)/i;

/** The ending of the path of a link. */
const ENDING = /^https?:\/\/[^/?#]+\/[^?#]*\.([a-z\d]{3,4})(?=[?#]|$)/i;

/**
 * Why the file behind a link can't be sent as this kind, as far as the ending of the link tells, as the end of a sentence.
 * Pictures, sounds, and films can be documents, too, and what has no known ending can be anything.
 *
 * @param media has the link, if it has one
 */
export function whyNotSentAs(kind: string, media: unknown): string | undefined {
	const { link } = Object(media) as { link?: unknown };
	const ending = ENDING.exec(typeof link === 'string' ? link : '')?.[1]?.toLowerCase();
	if (ending === undefined || !Object.hasOwn(FORMATS, kind)) return undefined;
	const wanted = FORMATS[kind as MediaKind];
	const leads = `leads to a file that ends with .${ending}`;
	if (wanted === FORMATS.document) {
		return wanted.refused.includes(ending)
			? `${leads}, but ${mustBe(wanted)}. Use another link, or send a text with this one`
			: undefined;
	}
	const of = Object.values(FORMATS).find(({ endings }) => endings.includes(ending));
	if (of === wanted) return undefined;
	if (of !== undefined) {
		return `${leads}, which can be sent as ${of.called}, not as ${wanted.called}. Choose that type, or use another link`;
	}
	if (!Object.values(FORMATS).some(({ refused }) => refused.includes(ending))) return undefined;
	return `${leads}, but ${mustBe(wanted)}. Convert it, or use another link`;
}

/** The types of files that are sent as documents, by how their names end. All texts are one: they are uploaded as the same type. */
const TYPE_OF_ENDING: Readonly<Record<string, string>> = {
	pdf: 'application/pdf',
	txt: 'text/plain',
	csv: 'text/plain',
	doc: 'application/msword',
	docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
	xls: 'application/vnd.ms-excel',
	xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
	ppt: 'application/vnd.ms-powerpoint',
	pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
	jpg: 'image/jpeg',
	jpeg: 'image/jpeg',
	png: 'image/png',
};

/** The ending of a file's name, if it is one of those that phones know a document by. */
function knownEnding(name: string): string | undefined {
	const ending = /\.([a-z\d]+)$/i.exec(name.trim())?.[1]?.toLowerCase() ?? '';
	return Object.hasOwn(TYPE_OF_ENDING, ending) ? ending : undefined;
}

/** What is known of a file that gets a name. */
interface NamedFile {
	link?: string | undefined;
	/** What it is called where it comes from. */
	ownName?: string | undefined;
	mimeType?: string | undefined;
}

/** How the names of such a file end, as far as that is known: its own name tells more than a type that a server gave it. */
function endingOf({ link = '', ownName = '', mimeType = '' }: NamedFile): string | undefined {
	const own = knownEnding(ownName) ?? knownEnding(`.${ENDING.exec(link)?.[1] ?? ''}`);
	if (own !== undefined) return own;
	const type = uploadType(mimeType.split(';')[0]!.trim().toLowerCase());
	return Object.keys(TYPE_OF_ENDING).find((ending) => TYPE_OF_ENDING[ending] === type);
}

/**
 * Why a document can't have this name, as the end of a sentence: it ends like a file of another type. What has no known
 * ending passes, and so does a file of which nothing is known.
 */
export function whyNotNamed(name: string, file: NamedFile): string | undefined {
	const [given, real] = [knownEnding(name), endingOf(file)];
	if (given === undefined || real === undefined || TYPE_OF_ENDING[given] === TYPE_OF_ENDING[real]) {
		return undefined;
	}
	return `ends with .${given}, but the file is a .${real} file, and phones open a file by its ending. Change the ending to .${real}`;
}

/** The largest file of a kind, and what to do about a larger one, as the end of a sentence. */
export const whyTooLarge = (kind: MediaKind, bytes: number): string =>
	`has ${sizeInWords(bytes)}, but ${fileAs(kind)} can have at most ${sizeInWords(MEDIA_BYTES[kind])}. Make it smaller, or send a text with a link to it`;

/** Why a file of this type isn't taken, as the end of a sentence; undefined if nothing is known against it. */
export function whyNotTaken(mimeType: string): string | undefined {
	const kind = mediaKindOf(mimeType);
	const has = `has the type ${mimeType}, but`;
	if (kind === undefined) return `${has} ${mustBe(FORMATS.image)}. Convert it`;
	if (!NO_DOCUMENT.test(mimeType)) return undefined;
	return `${has} ${mustBe(FORMATS.document)}. Choose another file, or send a text with a link to this one`;
}

/** The MIME type that a file is uploaded with. The platform takes plain texts only, and a CSV or a calendar is one, too. */
export const uploadType = (mimeType: string): string =>
	/^\s*text\//i.test(mimeType) ? 'text/plain' : mimeType;

/** Media ids are numeric (docs/interface.md, Media). */
export const mediaId = z.lazy(() =>
	z
		.string({ error: 'is missing' })
		.regex(/^\d+$/, { error: ({ input }) => `isn't numeric: "${String(input)}"` }),
);

const size = z.lazy(() =>
	z.union([
		z.number().int().nonnegative(),
		z
			.string()
			.regex(/^\d{1,15}$/)
			.transform(Number),
	]),
);

/** Information about a media file, and where it can be downloaded for five minutes (docs/interface.md, Media). */
export interface MediaMetadata {
	id: string;
	url: string;
	mime_type?: string;
	sha256?: string;
	/** Bytes */
	file_size?: number;
	messaging_product?: string;
	[field: string]: unknown;
}

export const mediaMetadata: z.ZodType<MediaMetadata> = z.lazy(() =>
	z.looseObject({
		id: anyId,
		url: z.url({ protocol: /^https?$/ }),
		mime_type: maybe(z.string()),
		sha256: maybe(z.string()),
		file_size: maybe(size),
		messaging_product: product,
	}),
);

export const mediaUploaded = z.lazy(() => z.looseObject({ id: anyId }));
