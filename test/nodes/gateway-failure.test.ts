import type { INode } from 'n8n-workflow';
import { GatewayError } from '../../gateway';
import { toApiError } from '../../nodes/shared/errors/gateway-failure';

const node = { name: 'Messaging', type: 'businessMessaging' } as INode;

const failure = (method: 'GET' | 'POST', kind: 'read' | 'write' | 'send', status: number) =>
	toApiError(
		node,
		GatewayError.fromResponse(
			{ method, kind, url: 'https://gateway.example/groups/1', headers: {} },
			{ status, headers: {}, body: { error: 'no' } },
		),
		0,
	).description;

describe('what to do about an error depends on what the call was to do', () => {
	it('a 500 on a read has sent nothing', () => {
		expect(failure('GET', 'read', 500)).toBe('The gateway is having problems. Try again later.');
	});

	it('a 500 on a change may have changed something', () => {
		expect(failure('POST', 'write', 500)).toContain('the change may have been made');
	});

	it('a 500 on a send may have sent the message', () => {
		expect(failure('POST', 'send', 500)).toContain('the message may have been sent');
	});

	it('a 404 on a group is about its ID, not about a message', () => {
		expect(failure('GET', 'read', 404)).toBe(
			"The gateway doesn't know what the request names. Check the ID.",
		);
	});

	it('a 400 on a send is about the message', () => {
		expect(failure('POST', 'send', 400)).toBe('Something in the message is wrong. See the details.');
	});
});
