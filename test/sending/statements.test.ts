import { askedBy, countStatements } from '../../tools/bench/send/count-statements';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;
const OTHER = '491701111111';

let stopCounting: () => void;
beforeAll(() => {
	stopCounting = countStatements();
});
afterAll(() => stopCounting());

describe.each(DATABASES)('on %s, a message that the rules allow takes', (_, placeOf) => {
	let place: StorePlace;
	let stage: Stage;
	beforeEach(async () => {
		place = placeOf();
		stage = await openStage({ place });
		// Otherwise the store forgets what is old beside the sends.
		await stage.store.retention.takeTurn(stage.store.runtime.now(), HOUR);
		await stage.sandbox.control.customerWrites({ from: CUSTOMER, text: 'Hi' });
		await stage.hear();
		// The first message learns the template and the gateway's clock.
		await stage.sender.send({ ...stage.intent, to: OTHER }, stage.content);
	});
	afterEach(async () => {
		await stage.close();
		await place.remove();
	});

	it.each([
		['freeform', CUSTOMER],
		['a template', '491702222222'],
	])('at most 15 statements in two transactions: %s', async (form, to) => {
		let messageId: string | undefined;
		const asked = await askedBy(async () => {
			({ messageId } = await stage.sender.send({ ...stage.intent, to }, stage.content));
		});
		expect(stage.sandbox.control.sent().at(-1)).toMatchObject({
			id: messageId,
			type: form === 'freeform' ? 'text' : 'template',
		});
		expect(asked.statements).toBeLessThanOrEqual(15);
		expect(asked.transactions).toBe(2);
	});
});
