import { createHash } from 'node:crypto';
import * as z from 'zod';
import { fileOf, readMultipart, textOf } from '../http/multipart';
import { readAs } from '../http/read-body';
import { json, type Answer, type Call } from '../http/route';
import { plainRefusal } from '../refusal';
import { emitGroup } from './events';
import { groupLimits, type Group } from './group';
import { checkPicture } from './picture';

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
