import type { IWebhookFunctions } from 'n8n-workflow';
import { receive } from '../../nodes/BusinessMessagingTrigger/receive';
import { answerChallenge } from '../../receiver';

/** What the trigger answers to a GET of its URL. */
async function answerTo(query: Record<string, unknown>) {
	const answer = { status: 0, body: undefined as unknown };
	const response = {
		status: (status: number) => Object.assign(answer, { status }) && response,
		type: () => response,
		json: (body: unknown) => Object.assign(answer, { body }) && response,
		send: (body: unknown) => Object.assign(answer, { body }) && response,
	};
	const context = {
		getWebhookName: () => 'setup',
		getQueryData: () => query,
		getResponseObject: () => response,
	};
	const result = await receive.call(context as unknown as IWebhookFunctions);
	return { ...answer, ...result };
}

describe('a GET of the webhook that the trigger registers', () => {
	it('is answered with its challenge', async () => {
		expect(await answerTo({ 'hub.mode': 'subscribe', 'hub.challenge': '42' })).toEqual({
			status: 200,
			body: '42',
			noWebhookResponse: true,
		});
	});

	it.each([
		['without a challenge', {}],
		['with a challenge that is no text', { 'hub.challenge': ['42', '43'] }],
	])('%s is refused in the words of the receiver', async (_name, query) => {
		const refusal = answerChallenge(new URLSearchParams());
		expect(refusal).toMatchObject({ status: 400, error: expect.any(String) });
		const { status, error } = refusal as { status: number; error: string };
		expect(await answerTo(query)).toEqual({ status, body: { error }, noWebhookResponse: true });
	});
});
