import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fileOf, readMultipart, textOf } from '../http/multipart';
import { json, type Answer, type Call } from '../http/route';
import { readAs } from '../problems';
import { plainRefusal } from '../refusal';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';

export const subjectSchema = z.string().min(1).max(groupLimits.subject);
export const descriptionSchema = z.string().max(groupLimits.description);

const updateSchema = z
	.object({
		messaging_product: z.literal('whatsapp'),
		subject: subjectSchema.optional(),
		description: descriptionSchema.optional(),
		profile_picture_file: z.string().min(1).optional(),
	})
	.refine(
		({ subject, description, profile_picture_file: picture }) =>
			[subject, description, picture].some((value) => value !== undefined),
		'set at least one of subject, description, and picture',
	);

/** Changes a group by JSON or by a multipart body with `file`. The event tells what changed. */
export async function updateGroup(group: Group, call: Call): Promise<Answer> {
	const { fields, picture } = await readUpdate(call);
	const { subject, description } = fields;
	group.subject = subject ?? group.subject;
	group.description = description ?? group.description;
	const done = { update_successful: true };
	emitGroup(call.world, 'group_settings_update', group, 'group_settings_update', {
		...(subject === undefined ? {} : { group_subject: { text: subject, ...done } }),
		...(description === undefined ? {} : { group_description: { text: description, ...done } }),
		...(picture === undefined
			? {}
			: {
					profile_picture: {
						mime_type: 'image/jpeg',
						sha256: createHash('sha256').update(picture).digest('hex'),
						...done,
					},
				}),
	});
	return json({ success: true });
}

async function readUpdate(call: Call) {
	const form = await readMultipart(call);
	if (form === undefined) {
		const fields = readFields(call.body());
		const { profile_picture_file: text } = fields;
		return { fields, picture: text === undefined ? undefined : Buffer.from(text) };
	}
	const file = await fileOf(form, 'file');
	if (file !== undefined) checkPicture(file.bytes);
	const fields = readFields({
		messaging_product: textOf(form, 'messaging_product'),
		subject: textOf(form, 'subject'),
		description: textOf(form, 'description'),
		profile_picture_file: file === undefined ? undefined : 'file',
	});
	return { fields, picture: file?.bytes };
}

function readFields(value: unknown) {
	return readAs(updateSchema, value, (sentence) => plainRefusal(400, sentence));
}

/** Start-of-frame markers of JPEG; the others between C0 and CF define tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Refuses a group picture that isn't a square JPEG of at least 192 pixels and at most 5 MB (docs/interface.md, Groups).
 */
function checkPicture(bytes: Buffer): void {
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
