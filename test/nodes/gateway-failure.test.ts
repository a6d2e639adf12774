import type { INode } from 'n8n-workflow';
import { GatewayError } from '../../gateway';
import { toApiError, withoutItsWords } from '../../nodes/shared/errors/gateway-failure';
import { errorItem, ProblemList } from '../../nodes/shared/errors/item-errors';

const context = {
	getNode: () => ({ name: 'Messaging', type: 'businessMessaging' }) as INode,
	getTimezone: () => 'Europe/Berlin',
};

const failure = (method: 'GET' | 'POST', kind: 'read' | 'write' | 'send', status: number) =>
	toApiError(
		context,
		GatewayError.fromResponse(
			{ method, kind, url: 'https://gateway.example/groups/1', headers: {} },
			{ status, headers: {}, body: { error: 'no' } },
		),
		0,
	);
const said = (...call: Parameters<typeof failure>) => withoutItsWords(failure(...call));

describe('what to do about an error depends on what the call was to do', () => {
	it('a 500 on a read has sent nothing', () => {
		expect(said('GET', 'read', 500)).toBe('The gateway is having problems. Try again later.');
	});

	it('a 500 on a change may have changed something', () => {
		expect(said('POST', 'write', 500)).toContain('the change may have been made');
	});

	it('a 500 on a send may have sent the message', () => {
		expect(said('POST', 'send', 500)).toContain('the message may have been sent');
	});

	it('a 404 on a group is about its ID, not about a message', () => {
		expect(said('GET', 'read', 404)).toBe("The gateway doesn't know what the request names. Check the ID.");
	});

	it('a 400 on a send is about the message', () => {
		expect(said('POST', 'send', 400)).toBe(
			'The gateway refused the message because something in it is wrong. Check the fields.',
		);
	});

	it('a 401 without a code is about the API key', () => {
		expect(said('GET', 'read', 401)).toBe("The gateway doesn't accept the API key. Check the credential.");
	});
});

describe('an error of the gateway is a sentence first', () => {
	const refused = {
		code: 131047,
		title: 'Re-engagement message',
		details: 'Too late.',
		effect: 'redecide',
	} as const;

	it('that says what happened; its description says what to do, then what the gateway said', () => {
		const { message, description } = toApiError(context, refused, 0);
		expect(message).toBe(
			"This customer hasn't written in the last 24 hours, so only a template can be sent.",
		);
		expect(description).toBe(
			"Use Send Auto with a template.\nThe gateway's error: Re-engagement message (code 131047)",
		);
	});

	it('whose code is said once, as most titles begin with it', () => {
		const numbered = { ...refused, title: '(#131047) Re-engagement message' };
		expect(toApiError(context, numbered, 0).description).toMatch(
			/\nThe gateway's error: \(#131047\) Re-engagement message$/,
		);
	});

	it('with the details of the gateway, unless its title or the message says the same', () => {
		const words = (title: string, details: string) =>
			toApiError(context, { code: 100, title, details, effect: 'fix-request' }, 0).description;
		expect(words('(#100) Invalid', 'to is empty.')).toBe(
			"Check the fields.\nThe gateway's error: (#100) Invalid: to is empty",
		);
		expect(words('(#100) Param to is empty', 'Param to is empty')).toBe(
			"Check the fields.\nThe gateway's error: (#100) Param to is empty",
		);
	});

	it('with the local time at which the window closed', () => {
		const details = 'More than 24 hours have passed (window closed at 2026-07-01T10:00:00.000Z)';
		expect(toApiError(context, { ...refused, details }, 0).description).toMatch(
			/^Use Send Auto with a template\. The window closed at Jul 1, 2026, 12:00 \(Europe\/Berlin\)\.\n/,
		);
	});

	it('also if the media ID is unknown, whatever was asked', () => {
		const unknown = { code: 100, title: 'Invalid parameter', effect: 'fix-request' } as const;
		const of = (details: string, call?: 'read') =>
			toApiError(context, { ...unknown, details, call }, 0).message;
		const said = 'The gateway has no file with this media ID.';
		expect(of("Param image['id'] is not a valid whatsapp business account media attachment ID")).toBe(said);
		expect(of('no media has the id 999', 'read')).toBe(said);
		expect(of('media_id must be numeric, got x', 'read')).not.toBe(said);
	});

	it('that says what to do about values that no variable takes', () => {
		const mismatch = { code: 132000, title: 'Template Param Count Mismatch', effect: 'fix-request' } as const;
		expect(toApiError(context, mismatch, 0).message).toMatch(/^The values don't fit the variables/);
	});

	it('that speaks of the group if the message was to one', () => {
		expect(toApiError(context, { ...refused, recipientType: 'group' }, 0).message).toBe(
			'Nobody in this group has written in the last 24 hours, so only a template can be sent.',
		);
		const individual = { ...refused, recipientType: 'individual' } as const;
		expect(toApiError(context, individual, 0).message).toMatch(/^This customer hasn't written/);
	});

	it('also if the gateway refuses because a conversation is active', () => {
		const active = { title: refused.title, details: refused.details, effect: refused.effect };
		expect(toApiError(context, active, 0).message).toMatch(/^The conversation window doesn't allow/);
	});

	it('that says what goes out instead of a template, if a conversation is active', () => {
		const details = 'A template cannot be sent while there is an active conversation: 49170 wrote';
		expect(withoutItsWords(toApiError(context, { title: 'Error', details, effect: 'redecide' }, 0))).toBe(
			"This customer wrote within the last 24 hours, so the gateway doesn't accept a template now. Send a text instead, or wait until the conversation window closes. Send Auto with Freeform Text and a template sends whichever is allowed.",
		);
		expect(
			toApiError(
				context,
				{ title: 'Error', details: 'There is no active conversation', effect: 'redecide' },
				0,
			).message,
		).toMatch(/^The conversation window doesn't allow/);
	});

	it('also if another responder holds the conversation', () => {
		const owned = {
			code: 100,
			title: 'Error',
			details: 'Another app owns the thread',
			effect: 'redecide',
		} as const;
		expect(toApiError(context, owned, 0).message).toMatch(/^Another responder holds this conversation/);
	});

	it('and stays in its own words in the item', () => {
		expect(errorItem(toApiError(context, refused, 0))).toEqual({
			error: { message: expect.stringContaining('Use Send Auto'), ...refused },
		});
	});
});

describe('problems with what was entered', () => {
	it('are counted, and listed one a line', () => {
		const { message, list } = new ProblemList('Nothing was sent.', ['Body: too long.', 'Name: empty.']);
		expect([message, list]).toEqual([
			'Nothing was sent. 2 things to fix',
			'1. Body: too long.\n2. Name: empty.',
		]);
	});

	it('are the message itself if there is only one', () => {
		const { message, list } = new ProblemList('Nothing was sent.', ['Body: too long.']);
		expect([message, list]).toEqual(['Nothing was sent. Body: too long.', '']);
	});
});
