import { GROUP_PICTURE_BYTES, GROUP_PICTURE_SIDE } from '../platform';
import type { OutgoingFile } from './form';
import type { RequestProblem } from './invalid-request';
import { jpegSize } from './jpeg-size';

/** What is wrong with a group's picture: a square JPEG of 192 pixels a side or more, up to 5 MB (platform-facts, section 3). */
export function problemsOfPicture({ content }: OutgoingFile): RequestProblem[] {
	const size = jpegSize(content);
	const side = GROUP_PICTURE_SIDE;
	const sentences = [
		content.length > GROUP_PICTURE_BYTES &&
			`has ${content.length} bytes, but only ${GROUP_PICTURE_BYTES} are allowed`,
		!size && "isn't a JPEG image",
		size && size.width !== size.height && `isn't square (${size.width} × ${size.height} pixels)`,
		size &&
			Math.min(size.width, size.height) < side &&
			`has ${size.width} × ${size.height} pixels, but at least ${side} × ${side} are required`,
	];
	return sentences.filter((each) => typeof each === 'string').map((message) => ({ path: 'file', message }));
}
