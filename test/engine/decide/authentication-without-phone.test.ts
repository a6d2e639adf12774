import { INTENT, listed, NOW, openEngineScene, type EngineScene } from '../../support/engine-scene';
import { CHANNEL, customerMessage, DAY, delivery, preference } from '../../support/wire';

const USER = 'DE.13491208655302741918';

let scene: EngineScene;
beforeEach(async () => {
	scene = await openEngineScene();
	await scene.engine.record(listed('APPROVED', { at: NOW - DAY, category: 'AUTHENTICATION' }));
});
afterEach(() => scene.close());

const decide = (to: string) => scene.engine.decide({ ...INTENT, to });

describe('an authentication template to a customer without a known phone number (131062)', () => {
	it('is held', async () => {
		expect(await decide(USER)).toMatchObject({ action: 'hold', rule: 'authentication-without-phone' });
	});

	it('goes out once the number is known', async () => {
		const message = {
			id: 'a',
			from: '4917012345678',
			from_user_id: USER,
			type: 'text',
			text: { body: 'Hi' },
		};
		const timestamp = String((NOW - 2 * DAY) / 1_000);
		await scene.receive(
			delivery('messages', {
				metadata: { phone_number_id: CHANNEL },
				messages: [{ ...message, timestamp }],
			}),
		);
		expect(await decide(USER)).toMatchObject({ action: 'template', facts: { hasPhone: true } });
	});

	it.each([['4917012345678'], ['+49 170 12345678']])('goes out to the number %s', async (to) => {
		expect(await decide(to)).toMatchObject({ action: 'template' });
	});

	it('another category goes out to a user id', async () => {
		await scene.engine.record(listed('APPROVED', { category: 'UTILITY' }));
		expect(await decide(USER)).toMatchObject({ action: 'template', facts: { hasPhone: false } });
	});
});

describe('the time zone of a customer', () => {
	it('falls back to the country of the user id', async () => {
		expect((await decide(USER)).facts.timeZones).toContain('Europe/Berlin');
	});

	it('is the number’s once it is known', async () => {
		await scene.engine.record({
			kind: 'sent',
			channel: CHANNEL,
			to: '442071234567',
			messageId: 'w',
			contacts: [{ wa_id: '442071234567', user_id: USER }],
		});
		await scene.receive(preference({ at: NOW, value: 'resume' }), customerMessage({ at: NOW - 3 * DAY }));
		expect((await decide(USER)).facts.timeZones).toBe('Europe/London');
	});
});
