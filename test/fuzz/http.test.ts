import { signPayload } from '../../engine';
import type { ReceiverProcess } from '../receiver/support/receiver-process';
import { startReceiverProcess } from '../receiver/support/receiver-process';
import { SECRET } from '../receiver/support/receiver-scene';
import { anyBody } from './support/deliveries';
import { SEED } from '../support/seed';
import { BODIES, eachCase } from './support/each-case';
import { anyRequest, say } from './support/hostile-http';
import { choicesOf } from './support/random';

jest.setTimeout(600_000 + BODIES * 200);

/** How many talk at once. */
const AT_ONCE = 20;

describe(`a receiver with a heap of 256 MB (FUZZ_SEED=${SEED})`, () => {
	let receiver: ReceiverProcess;
	beforeAll(async () => {
		receiver = await startReceiverProcess();
	});
	afterAll(() => receiver.end());

	const isAlive = async () => {
		const { exitCode, signalCode } = receiver.command.child;
		const ended = exitCode ?? signalCode;
		if (ended === null) return;
		await receiver.command.ended;
		throw new Error(`It ended with ${ended}: ${receiver.command.printed.stderr.slice(-2_000)}`);
	};

	it('answers every signed body with 200', async () => {
		await eachCase(Math.ceil(BODIES / AT_ONCE), async (_, index) => {
			const bodies = Array.from({ length: AT_ONCE }, (__, each) =>
				anyBody(choicesOf(SEED, index * AT_ONCE + each), `http.${SEED}.${index}.${each}`),
			);
			const statuses = await Promise.all(
				bodies.map(async (body) => {
					const headers = { 'x-provider-signature': signPayload(body, SECRET) };
					const response = await fetch(receiver.url, { method: 'POST', headers, body: new Uint8Array(body) });
					return `${response.status} ${response.status === 200 ? '' : await response.text()}`;
				}),
			);
			await isAlive();
			expect(statuses.filter((status) => status !== '200 ')).toEqual([]);
		});
	});

	it('goes on to take deliveries, whatever else it is told', async () => {
		await eachCase(Math.ceil(BODIES / AT_ONCE), async (_, index) => {
			const talks = Array.from({ length: AT_ONCE }, (__, each) => {
				const choices = choicesOf(SEED + 1, index * AT_ONCE + each);
				return say(
					receiver.url,
					anyRequest(choices, anyBody(choices, `raw.${index}.${each}`), SECRET),
					choices,
				);
			});
			await Promise.all(talks);
			await isAlive();
			const status = await receiver.deliver(`wamid.after.${SEED}.${index}`);
			if (status !== 200) throw new Error(`A delivery after it was answered with ${status}`);
		});
	});
});
