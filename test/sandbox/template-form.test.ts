import { DAY, HOUR, scene } from './support/scene';

const at = scene();
const form = { name: 'order_update', body: 'Hello {{1}}, your order is on its way.' };

/** What the fields of a form are told; empty if it was submitted. */
async function problemsOf(change: object): Promise<Partial<Record<string, string[]>>> {
	const submitted = await at.sandbox.control.submitTemplate({ ...form, ...change });
	return 'problems' in submitted ? submitted.problems : {};
}

const templates = async () => {
	const { body } = await at.client.get('/v1/configs/templates');
	return (body as unknown as { waba_templates: object[] }).waba_templates;
};

test('a form becomes a template with its parts, which is in review', async () => {
	const all = { category: 'MARKETING', header: 'News', footer: 'Bye', replies: ['Yes', '', ' No '] };
	expect(await problemsOf(all)).toEqual({});
	expect(await templates()).toMatchObject([
		{
			name: 'order_update',
			language: 'en_US',
			category: 'MARKETING',
			status: 'PENDING',
			components: [
				{ type: 'HEADER', format: 'TEXT', text: 'News' },
				{ type: 'BODY', text: form.body },
				{ type: 'FOOTER', text: 'Bye' },
				{ type: 'BUTTONS', buttons: [{ text: 'Yes' }, { text: 'No' }] },
			],
		},
	]);
});

test('a form has names for its variables if one of them has', async () => {
	expect(await problemsOf({ body: 'Hello {{first_name}}, your order is on its way.' })).toEqual({});
	expect(await templates()).toMatchObject([{ parameter_format: 'NAMED', status: 'PENDING' }]);
	const problem = 'A variable has a name only if parameter_format is NAMED.';
	await problemsOf({ name: 'numbered' });
	expect(await problemsOf({ name: 'numbered', edits: true, body: 'Hi {{first_name}}, it is here.' })).toEqual(
		{
			body: [problem],
		},
	);
});

test.each([
	['no name', { name: '' }, { name: ['A template needs a name.'] }],
	[
		'a name with capitals and a space',
		{ name: 'Order update' },
		{ name: ['A name can have only lowercase letters, digits, and underscores, and at most 512 of them.'] },
	],
	['a name of 513 characters', { name: 'a'.repeat(513) }, { name: [expect.stringContaining('at most 512')] }],
	['no text', { body: ' ' }, { body: ['A template needs a text.'] }],
	[
		'a variable at the start',
		{ body: '{{1}}, your order is here.' },
		{ body: ["A text can't start or end with a variable."] },
	],
	[
		'a variable at the end',
		{ body: 'Your order is {{1}}' },
		{ body: ["A text can't start or end with a variable."] },
	],
	[
		'a gap in the numbers',
		{ body: 'Order {{1}} comes on {{3}} this week.' },
		{ body: ['Variables are numbered 1, 2, 3, without gaps.'] },
	],
	[
		'two variables in the header',
		{ header: 'To {{1}} and {{2}} today' },
		{ header: ['A header has at most one variable.'] },
	],
	[
		'a header of 61 characters',
		{ header: 'a'.repeat(61) },
		{ header: ['At most 60 characters fit here, and these are 61.'] },
	],
	['a variable in the footer', { footer: 'For {{1}}.' }, { footer: ['A footer has no variables.'] }],
	[
		'two replies that say the same',
		{ replies: ['Yes', 'No', 'Yes '] },
		{ replies: ["Two quick replies can't say the same."] },
	],
	[
		'several mistakes, all at once',
		{ name: 'A', body: '{{2}}', footer: '{{1}}' },
		{
			name: [expect.any(String)],
			body: [
				"A text can't start or end with a variable.",
				'Variables are numbered 1, 2, 3, without gaps.',
				'The text is too short for so many variables.',
			],
			footer: [expect.any(String)],
		},
	],
])('%s: the field says so, and nothing is submitted', async (_what, change, problems) => {
	expect(await problemsOf(change)).toEqual(problems);
	expect(await templates()).toEqual([]);
});

test.each([
	['a name of 512 characters', { name: 'a'.repeat(512) }],
	['a header of 60 characters with a variable', { header: `${'a'.repeat(53)} {{1}}.` }],
	['a header of 60 emoji', { header: '🎉'.repeat(60) }],
	['texts at their limits', { body: 'a'.repeat(1024), footer: 'b'.repeat(60), replies: ['c'.repeat(25)] }],
])('%s is submitted', async (_what, change) => {
	expect(await problemsOf(change)).toEqual({});
});

test('a name that exists, or the words of another template, aren’t taken twice', async () => {
	await problemsOf({});
	expect(await problemsOf({ body: 'Something else.' })).toEqual({
		name: ['A template order_update in en_US already exists.'],
	});
	expect(await problemsOf({ name: 'other' })).toEqual({
		body: ['Another template has the same text and footer.'],
	});
	expect(await problemsOf({ language: 'de' })).toEqual({});
});

test('a deleted name takes all its languages along, and can be used again 30 days after it was approved', async () => {
	await problemsOf({});
	await problemsOf({ language: 'de' });
	await at.sandbox.control.approve('order_update', 'de');
	await at.sandbox.control.deleteTemplate('order_update');
	expect(await templates()).toEqual([]);
	await at.sandbox.clock.advance(30 * DAY - HOUR);
	expect(await problemsOf({})).toEqual({
		name: ['The name order_update was deleted less than 30 days ago and cannot be reused yet.'],
	});
	await at.sandbox.clock.advance(HOUR);
	expect(await problemsOf({})).toEqual({});
	await expect(at.sandbox.control.deleteTemplate('nobody')).rejects.toThrow('no template is named nobody');
});

test('an edit replaces the texts, keeps what the form doesn’t have, and is in review again', async () => {
	const example = { body_text: [['Ada']] };
	const offer = { type: 'LIMITED_TIME_OFFER', limited_time_offer: { text: 'Today' } };
	await at.sandbox.control.addTemplate({
		name: 'order_update',
		components: [
			{ type: 'HEADER', format: 'TEXT', text: 'News' },
			{ type: 'BODY', text: 'Hi {{1}}!', example },
			offer,
		],
	});
	expect(await problemsOf({ edits: true })).toEqual({});
	expect(await templates()).toMatchObject([
		{ status: 'PENDING', components: [{ type: 'BODY', text: form.body, example }, offer] },
	]);
	await at.sandbox.control.idle();
	expect(at.receiver.fields()).toContain('message_template_components_update');
});

test('an edit that the platform doesn’t allow says so', async () => {
	expect(await problemsOf({ edits: true })).toEqual({
		name: ['There is no template order_update in en_US.'],
	});
	await problemsOf({});
	await at.sandbox.control.configure({ editRules: 'platform' });
	expect(await problemsOf({ edits: true })).toEqual({
		name: ['A template that is PENDING cannot be edited.'],
	});
});
