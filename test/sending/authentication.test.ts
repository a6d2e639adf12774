import type { Intent } from '../../engine';
import type { Stage } from './stage';
import { CUSTOMER, openStage } from './stage';

const HOUR = 3_600_000;
const USER = 'DE.13491208655302741918';
const NEW_PHONE = '491511111111';

const components = [
	{ type: 'body', parameters: [{ type: 'text', text: '123' }] },
	{ type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: '123' }] },
];

let stage: Stage;
let intent: Intent;
beforeEach(async () => {
	stage = await openStage();
	await stage.sandbox.control.addTemplate({
		name: 'code',
		category: 'AUTHENTICATION',
		components: [
			{ type: 'BODY', add_security_recommendation: true },
			{ type: 'BUTTONS', buttons: [{ type: 'OTP', otp_type: 'copy_code' }] },
		],
	});
	intent = { ...stage.intent, to: USER, template: { name: 'code', language: 'en_US' } };
});
afterEach(() => stage.close());

const send = (options = {}) => stage.sender.send(intent, { template: { components } }, options);
const sent = () => stage.sandbox.control.sent().map(({ body }) => body);
const writes = async (fields: object) => {
	await stage.sandbox.control.customerWrites({ from: CUSTOMER, userId: USER, ...fields });
	await stage.sandbox.clock.advance(25 * HOUR);
	await stage.hear();
};

describe('an authentication template that is addressed to a user ID, which the platform refuses (131062)', () => {
	it('is held while no phone number is known', async () => {
		await writes({ phone: false });
		expect(await send()).toMatchObject({ action: 'hold', rule: 'authentication-without-phone' });
	});

	it('goes to the phone number that is known', async () => {
		await writes({ phone: true });
		expect(await send()).toMatchObject({ action: 'template', messageId: expect.any(String) });
		expect(sent()).toMatchObject([{ to: CUSTOMER }]);
		expect(sent()[0]).not.toHaveProperty('recipient');
	});

	it('also if it is sent as asked', async () => {
		await writes({ phone: true });
		await stage.sender.decide(intent);
		expect(await send({ as: 'template' })).toMatchObject({ messageId: expect.any(String) });
		expect(sent()).toMatchObject([{ to: CUSTOMER }]);
	});

	it('to the newest of several', async () => {
		await writes({ phone: true });
		const { userId } = await stage.sandbox.control.changeIdentity({ contact: USER, phone: NEW_PHONE });
		await stage.sandbox.control.customerWrites({ from: userId });
		await stage.sandbox.clock.advance(25 * HOUR);
		await stage.hear();
		intent = { ...intent, to: userId };
		expect(await send()).toMatchObject({ action: 'template', messageId: expect.any(String) });
		expect(sent()).toMatchObject([{ to: NEW_PHONE }]);
	});

	it('in a campaign too', async () => {
		await writes({ phone: true });
		const { channel, template } = intent;
		await stage.sender.campaigns.plan({ id: 'codes', channel, template, components }, [{ to: USER }]);
		await stage.sender.campaigns.sendDue();
		expect(sent()).toMatchObject([{ to: CUSTOMER }]);
	});
});

it('another template goes to the user ID', async () => {
	await writes({ phone: true });
	expect(await stage.sender.send({ ...stage.intent, to: USER }, {})).toMatchObject({ action: 'template' });
	expect(sent()).toMatchObject([{ recipient: USER }]);
});
