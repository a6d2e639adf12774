import { effectOfAnswer, effectOfCode, effectOfError, type ErrorEffect } from '../../platform';

/** Errors a sender must tell apart (docs/interface.md, Error codes). */
const TABLE: ReadonlyArray<readonly [does: string, effect: ErrorEffect, codes: readonly number[]]> = [
	['the whole number is too fast', 'slow-number', [4, 80007, 130429]],
	['this recipient is too fast', 'slow-recipient', [131056]],
	['the platform has trouble', 'retry', [2, 131000, 131016, 131057, 133004]],
	['unknown: a few retries', 'retry', [1]],
	['outside the 24 h window', 'redecide', [131047]],
	['per-user marketing limit', 'wait-24h', [131049]],
	['the customer opted out', 'opted-out', [131050]],
	['this message will not arrive', 'undeliverable', [131026, 130472, 131051, 131021]],
	['media problem', 'fix-request', [131052, 131053]],
	['bad request', 'fix-request', [100, 33, 131008, 131009, 135000, 132000, 132005, 132007, 132012]],
	['parameters in another format', 'fix-request', [132018]],
	['not for marketing messages', 'fix-request', [131055, 131061, 134100, 134102]],
	['not to a user id', 'fix-request', [131062]],
	['a template that the ads are still being told of', 'retry', [134101]],
	['a blocked Flow', 'fix-request', [132068]],
	['a Flow used too often', 'retry', [132069]],
	['thread control by somebody who may not', 'fix-request', [138038, 2494191]],
	['usernames', 'fix-request', [147001, 147002, 147003, 147004, 147005]],
	[
		'templates refused when created',
		'fix-request',
		[2388019, 2388039, 2388040, 2388047, 2388072, 2388073, 2388293, 2388299],
	],
	['marketing that the account may not send', 'account-stop', [131063, 131064]],
	['a user whom the business blocked, or who changed', 'undeliverable', [130403, 137000]],
	['no such template', 'resync', [132001]],
	['template paused', 'template-hold', [132015]],
	['template disabled', 'template-stop', [132016]],
	[
		'the account or its key',
		'account-stop',
		[131048, 131031, 131042, 131045, 133010, 368, 130497, 0, 3, 10, 190, 200, 250, 299, 131005],
	],
];

const rows = TABLE.flatMap(([does, effect, codes]) => codes.map((code) => [code, effect, does] as const));

describe('an error’s code says what to do', () => {
	it.each(rows)('%d → %s: %s', (code, effect) => {
		expect(effectOfCode(code)).toBe(effect);
	});

	it.each(rows)('%d → %s, whatever the HTTP status', (code, effect) => {
		for (const status of [400, 401, 403, 404, 429, 500, 503])
			expect(effectOfAnswer({ status, code })).toBe(effect);
	});

	it.each([199, 300, 131207, 999999, -1])('%d is not in the table', (code) => {
		expect(effectOfCode(code)).toBeUndefined();
	});
});

describe('without a code that the table knows, the HTTP status says it', () => {
	it.each([
		[400, 'fix-request'],
		[401, 'account-stop'],
		[403, 'account-stop'],
		[404, 'fix-request'],
		[429, 'slow-number'],
		[500, 'unknown-outcome'],
		[502, 'unknown-outcome'],
		[503, 'unknown-outcome'],
		[undefined, 'unknown-outcome'],
	])('%s → %s', (status, effect) => {
		expect(effectOfAnswer({ status })).toBe(effect);
		expect(effectOfAnswer({ status, code: 999999 })).toBe(effect);
	});
});

describe('a provider’s own errors have no code: their words tell', () => {
	it.each([
		[400, 'You have exceeded the endpoint rate limit', 'slow-number'],
		[400, 'Sending is blocked due to lack of payment', 'account-stop'],
		[400, 'This number has been disabled', 'account-stop'],
		[400, 'to is missing', 'fix-request'],
		[500, 'exceeded the endpoint rate limit', 'unknown-outcome'],
		[502, 'The service is not available', 'unknown-outcome'],
	])('%i %j → %s', (status, text, effect) => {
		expect(effectOfAnswer({ status, text })).toBe(effect);
	});

	it('a code that nobody knows is still no text', () => {
		expect(effectOfAnswer({ status: 400, code: 999999, text: 'lack of payment' })).toBe('fix-request');
	});
});

/** Neither the status nor the code of this refusal is shown, so its words count (docs/interface.md, Template status). */
describe('a template that is paused or disabled is refused: without a known code, the words tell', () => {
	const PAUSED = [
		'Template is paused',
		'Template is Paused: Template is paused due to low quality so it cannot be sent in a template message.',
		'The template has been paused',
		'Template "sale" (en_US) is paused until 18:00',
		'This template was temporarily paused',
		'template sale in language en_US is in status PAUSED',
		'Template status: PAUSED',
		'The template account_update is paused',
		'The template is paused and will be disabled if its quality stays low',
	];
	const DISABLED = [
		'The template has been disabled',
		'Template is Disabled',
		'Template has been paused too many times due to low quality and is now permanently disabled.',
		'The message template "sale" is permanently disabled',
		"The template's status is DISABLED",
	];

	it.each([
		...PAUSED.map((text) => [text, 'template-hold'] as const),
		...DISABLED.map((text) => [text, 'template-stop'] as const),
	])('%j → %s, whatever the status of the refusal', (text, effect) => {
		for (const status of [400, 403, 404, 409, 422]) expect(effectOfAnswer({ status, text })).toBe(effect);
		expect(effectOfAnswer({ status: 400, code: 999999, text })).toBe(effect);
	});

	it.each([
		'This channel has been disabled',
		'Your account has been disabled',
		'The template was not sent because this channel has been disabled',
		'The template cannot be sent: the account has been disabled',
		'Template sale was not sent. Your number has been disabled',
		'Your account has been disabled and cannot send the template',
		'Template messages have been disabled; messaging has been disabled',
		'Sending template messages has been disabled for this account',
	])('%j is about the account', (text) => {
		expect(effectOfAnswer({ status: 400, text })).toBe('account-stop');
	});

	it.each([
		'The template is not paused',
		"The template parameter 'paused' is missing",
		'Only templates of the category MARKETING are paused here',
		'Template is unpaused',
		'The template may be disabled later',
		'Template sale does not exist',
	])('%j says neither', (text) => {
		expect(effectOfAnswer({ status: 400, text })).toBe('fix-request');
	});

	it('a known code decides, and a 5xx proves no refusal', () => {
		expect(effectOfAnswer({ status: 400, code: 131031, text: 'Template is paused' })).toBe('account-stop');
		expect(effectOfAnswer({ status: 500, text: 'Template is paused' })).toBe('unknown-outcome');
	});

	it('of a late failure as well', () => {
		expect(effectOfError({ title: 'Template is paused' })).toBe('template-hold');
		expect(effectOfError({ title: 'Failed', details: 'The template has been disabled' })).toBe(
			'template-stop',
		);
		expect(effectOfError({ code: 131031, title: 'Template is paused' })).toBe('account-stop');
		expect(effectOfError({ title: 'This channel has been disabled' })).toBeUndefined();
	});
});

it('a subcode decides if the code is not in the table', () => {
	expect(effectOfAnswer({ status: 500, code: 999999, subcode: 2388040 })).toBe('fix-request');
	expect(effectOfAnswer({ status: 400, code: 131047, subcode: 2388040 })).toBe('redecide');
});
