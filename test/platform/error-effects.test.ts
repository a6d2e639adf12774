import { effectOfAnswer, effectOfCode, type ErrorEffect } from '../../platform';

/** Errors a sender must tell apart (platform-facts, section 6). */
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
			expect(effectOfAnswer(status, code)).toBe(effect);
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
		expect(effectOfAnswer(status, undefined)).toBe(effect);
		expect(effectOfAnswer(status, 999999)).toBe(effect);
	});
});
