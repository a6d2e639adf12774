import { atPublicAddress } from '../../nodes/BusinessMessaging/webhook/check-and-repair.operation';

const owner = { id: 'workflow1/node1', name: 'Receive' };
const RESUME = 'https://new.example.com/webhook-waiting/231';

describe("a trigger's URL at n8n's public address of now", () => {
	it('has the new address before the path it had', () => {
		const former = 'http://localhost:5678/webhook/0b6d3a8e/webhook';
		expect(atPublicAddress(former, owner, RESUME)).toBe('https://new.example.com/webhook/0b6d3a8e/webhook');
	});

	it('is the same where the address is', () => {
		const url = 'https://new.example.com/webhook/0b6d3a8e/webhook';
		expect(atPublicAddress(url, owner, RESUME)).toBe(url);
	});

	it('leaves a path of the former address, and takes on that of the new one', () => {
		const former = 'https://old.example.com/n8n/webhook/0b6d3a8e/webhook';
		const resume = 'https://new.example.com/tools/flows/webhook-waiting/231?signature=abc';
		expect(atPublicAddress(former, owner, resume)).toBe(
			'https://new.example.com/tools/flows/webhook/0b6d3a8e/webhook',
		);
		expect(atPublicAddress(former, owner, RESUME)).toBe('https://new.example.com/webhook/0b6d3a8e/webhook');
	});

	it("keeps the workflow's id and the node's name where the webhook has no id of its own", () => {
		const former = 'https://old.example.com/webhook/workflow1/my%20trigger/webhook';
		expect(atPublicAddress(former, owner, RESUME)).toBe(
			'https://new.example.com/webhook/workflow1/my%20trigger/webhook',
		);
	});

	it('is unknown where an execution knows no address', () => {
		expect(() =>
			atPublicAddress('https://old.example.com/webhook/a/webhook', owner, 'undefined/1'),
		).toThrow();
	});
});
