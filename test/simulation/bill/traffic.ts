import { Agent, request } from 'node:http';
import type { Sandbox } from '../../../sandbox';
import type { Random } from '../../support/seeded-random';
import type { Crowd } from './crowd';
import { isUserId } from './crowd';

export const TEMPLATES = ['UTILITY', 'MARKETING', 'AUTHENTICATION'] as const;

/** How many messages of a hundred are of each kind. */
const MIX = {
	service: 36,
	marketing: 26,
	utility: 20,
	authentication: 10,
	group: 7,
	reaction: 1,
} as const;

const KINDS = Object.entries(MIX).flatMap(([kind, share]) =>
	Array.from({ length: share }, () => kind as keyof typeof MIX),
);

const to = (address: string) => (isUserId(address) ? { recipient: address } : { to: `+${address}` });
const text = (number: number) => ({ type: 'text', text: { body: `Message ${number}` } });
const template = (name: string) => ({ type: 'template', template: { name, language: { code: 'en_US' } } });

/** The body of a message that is drawn. */
function draw(random: Random, { people, talkers, groups }: Crowd, number: number): object {
	const kind = random.pick(KINDS);
	switch (kind) {
		case 'service':
			return { ...to(random.pick(talkers)), ...text(number) };
		case 'reaction':
			return { ...to(random.pick(talkers)), type: 'reaction', reaction: { message_id: 'x', emoji: '👍' } };
		case 'group': {
			const content = random.pick([text(number), template('utility'), template('marketing')]);
			return { to: random.pick([...groups.keys()]), recipient_type: 'group', ...content };
		}
		case 'authentication':
			return { ...to(random.pick(people.filter((one) => !isUserId(one)))), ...template(kind) };
		case 'marketing':
		case 'utility':
			return { ...to(random.pick(people)), ...template(kind) };
	}
}

/** How many messages are on the wire at a time. */
const LANES = 16;

/** Sends drawn messages to a sandbox over HTTP. */
export function openTraffic({ url, apiKey }: Sandbox, random: Random, crowd: Crowd) {
	const agent = new Agent({ keepAlive: true, maxSockets: LANES });
	let count = 0;
	const post = (path: string, body: object) =>
		new Promise<void>((resolve, reject) => {
			const headers = { 'svc-api-key': apiKey, 'content-type': 'application/json' };
			const sending = request(`${url}${path}`, { method: 'POST', agent, headers }, (answer) => {
				let told = '';
				answer.setEncoding('utf8').on('data', (part: string) => (told += part));
				answer.on('end', () => {
					if (answer.statusCode === 200) resolve();
					else reject(new Error(`${JSON.stringify(body)} was refused: ${told}`));
				});
			});
			sending.on('error', reject);
			sending.end(JSON.stringify(body));
		});
	return {
		post,
		/** Sends so many messages. */
		async send(messages: number): Promise<void> {
			const drawn = Array.from({ length: messages }, () => draw(random, crowd, (count += 1)));
			const lane = async () => {
				for (let body = drawn.pop(); body !== undefined; body = drawn.pop())
					await post('/messages', { messaging_product: 'whatsapp', ...body });
			};
			await Promise.all(Array.from({ length: LANES }, lane));
		},
		close: () => agent.destroy(),
	};
}
