import {
	canBeForActiveConversation,
	readErrorBody,
	refusesActiveConversation,
	refusesForOwner,
	resolveProfile,
} from '../../platform';

describe('an error body has one of four shapes', () => {
	it.each<[string, unknown, object]>([
		['{ error: string }', { error: 'unauthorized' }, { title: 'unauthorized' }],
		[
			'the meta object',
			{ meta: { success: false, http_code: 400, developer_message: 'no', details: 'why' } },
			{ title: 'no', details: 'why' },
		],
		[
			'the platform’s',
			{
				error: {
					message: '(#131047) M',
					type: 'OAuth',
					code: 131047,
					error_data: { details: 'D' },
					fbtrace_id: 'x',
				},
			},
			{ code: 131047, title: '(#131047) M', details: 'D' },
		],
		[
			'the platform’s, with a title',
			{ error: { code: 1, title: 'T', message: 'M' } },
			{ code: 1, title: 'T', details: 'M' },
		],
		[
			'the platform’s, with its code as a string',
			{ error: { code: '131047', message: 'M' } },
			{ code: 131047, title: 'M' },
		],
		['the platform’s, without a code', { error: { message: 'M' } }, { title: 'M' }],
		[
			'the platform’s, with null data',
			{ error: { code: 1, message: 'M', error_data: null } },
			{ code: 1, title: 'M' },
		],
		[
			'the platform’s, with a subcode',
			{ error: { code: 100, error_subcode: 2388040, message: 'M' } },
			{ code: 100, subcode: 2388040, title: 'M' },
		],
		[
			'the platform’s, inside of detail',
			{ detail: { error: { code: 131063, message: 'M', error_data: { details: 'D' } } } },
			{ code: 131063, title: 'M', details: 'D' },
		],
		['a text in detail', { detail: 'Permission denied' }, { title: 'Permission denied' }],
		['unknown fields beside it', { error: 'no', more: 1 }, { title: 'no' }],
		['an empty body', '', {}],
		['a page', '<html>', {}],
		['null', null, {}],
		['an error that is a number', { error: 7 }, {}],
	])('%s', (_, body, expected) => {
		expect(readErrorBody(body)).toEqual(expected);
	});
});

describe('the interface names no code for a template in an active conversation: the words tell', () => {
	it.each([
		['there is an active conversation', true],
		['Template sent in an Active Conversation', true],
		['the conversation is active', true],
		['Templates may not be sent while a customer service window is open', true],
		['The session is still active', true],
		['the conversation window is currently open', true],
		['the template is not active', false],
		['There is no active conversation with this customer', false],
		['Freeform messages are refused outside an open conversation window', false],
		['The conversation is not active', false],
		['Reply within the 24-hour window', false],
		['', false],
	])('%j → %s', (text, expected) => {
		expect(refusesActiveConversation({ title: text })).toBe(expected);
		expect(refusesActiveConversation({ details: text })).toBe(expected);
	});
});

describe('a template that is refused vaguely may be refused for an active conversation', () => {
	it.each([
		['fix-request', undefined, true],
		['fix-request', 100, true],
		['fix-request', 131009, true],
		['fix-request', 132018, true],
		['fix-request', 199_999, true],
		['fix-request', 132000, false],
		['fix-request', 131008, false],
		['undeliverable', 131026, false],
		['account-stop', undefined, false],
		['unknown-outcome', undefined, false],
	])('%s, code %s: %s', (effect, code, expected) => {
		expect(canBeForActiveConversation({ effect, code, title: 'Not now' })).toBe(expected);
	});

	it('but not if its subcode names another cause', () => {
		expect(canBeForActiveConversation({ effect: 'fix-request', code: 100, subcode: 2388040 })).toBe(false);
	});
});

describe('the platform has no code for a service message in another responder’s conversation: the words tell', () => {
	it.each([
		['Another responder has thread control of this conversation', 100, true],
		['The thread is owned by another app', undefined, true],
		['You do not own this thread', 131009, true],
		['This app does not control the conversation', 100, true],
		['Another responder has thread control of this conversation', 131047, false],
		['Only the escalation partner can take a thread', 2494191, false],
		['The text of the conversation is too long', 100, false],
		['Message failed to send because of your payment method', 131042, false],
	])('%s (%s)', (text, code, expected) => {
		expect(refusesForOwner({ code, title: text })).toBe(expected);
		expect(refusesForOwner({ code, title: 'Error', details: text })).toBe(expected);
	});
});

describe('a provider’s profile', () => {
	it.each([
		['gateway', 'SVC-API-KEY', 'x-provider-signature', 'platform_business_agent'],
		['360dialog', 'D360-API-KEY', 'x-360dialog-signature', 'meta_business_agent'],
	] as const)('%s', (name, apiKeyHeader, signatureHeader, agentRole) => {
		expect(resolveProfile(name)).toMatchObject({ apiKeyHeader, signatureHeader, agentRole });
	});

	it('is the gateway’s when none is named', () => {
		expect(resolveProfile()).toEqual(resolveProfile('gateway'));
	});

	it('can be overridden value by value; an empty one counts as none', () => {
		const profile = resolveProfile('gateway', { apiKeyHeader: 'X-KEY', signatureHeader: '' });
		expect(profile).toMatchObject({ apiKeyHeader: 'X-KEY', signatureHeader: 'x-provider-signature' });
	});
});
