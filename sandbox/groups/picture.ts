import { plainRefusal } from '../refusal';
import { groupLimits } from './group';

/** Start-of-frame markers of JPEG; the others between C0 and CF define tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Refuses a group picture that isn't a square JPEG of at least 192 pixels and at most 5 MB. Facts, §3. */
export function checkPicture(bytes: Buffer): void {
	if (bytes.length > groupLimits.pictureBytes) throw plainRefusal(400, 'file: larger than 5 MB');
	const size = jpegSize(bytes);
	if (size === undefined) throw plainRefusal(400, 'file: not a JPEG picture');
	if (size.width !== size.height)
		throw plainRefusal(400, `file: not square but ${size.width} × ${size.height}`);
	if (size.width < groupLimits.pictureSide) {
		throw plainRefusal(400, `file: smaller than ${groupLimits.pictureSide} × ${groupLimits.pictureSide}`);
	}
}

function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
	if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
	for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
		if (isFrame(bytes[at + 1] ?? 0)) {
			return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
		}
	}
	return undefined;
}
