import { systemRuntime } from '../../../base';
import { DATABASES } from '../../support/stores';
import { createEngine } from '../../../engine';
import { createSender } from '../../../sending';
import type { CampaignScene } from './scene';
import { customers, MINUTE, openCampaignScene } from './scene';

describe.each(DATABASES)('%s', (_, placeOf) => {
	let scene: CampaignScene;
	/** How far the local clock is ahead of the gateway's. ms */
	let ahead: number;
	const runtime = { ...systemRuntime, now: () => Date.now() + ahead };
	const planAndSend = async (some: string[]) => {
		await scene.plan(some);
		return scene.campaigns.sendDue();
	};
	afterEach(() => scene.close());

	const [before, after] = [customers(5), customers(10).slice(5)] as const;

	it.each([
		['ahead', 50 * MINUTE],
		['late', -50 * MINUTE],
	])('a local clock that was %s and is set right stops no campaign', async (__, wrong) => {
		ahead = wrong;
		const place = placeOf();
		const onWrongClock = { ...place, open: () => place.open({ runtime }) };
		scene = await openCampaignScene(onWrongClock, { now: runtime.now });
		expect(await planAndSend(before)).toMatchObject({ accepted: 5 });
		ahead = 0;
		expect(await planAndSend(after)).toMatchObject({ claimed: 5, accepted: 5, ended: 'nothing-due' });
		expect(scene.reached()).toEqual(customers(10));
	});

	it('a reading of the gateway’s clock counts no more once local time was set', async () => {
		ahead = 50 * MINUTE;
		scene = await openCampaignScene(placeOf(), {});
		const { sandbox, store, gateway, spring } = scene;
		const engine = createEngine({ store, runtime });
		const sender = createSender({ engine, gateway });
		const { clock } = gateway;
		// The sandbox's clock can jump, so that it is asked every time.
		jest.spyOn(gateway, 'clock').mockImplementation(() => ({ ...clock()!, virtual: false }));
		const asked = jest.spyOn(gateway.webhook, 'get');
		const freshen = () => sender.freshenClock(spring.channel);
		await freshen();
		await freshen();
		expect(asked).toHaveBeenCalledTimes(1);
		ahead = 0;
		await freshen();
		expect(asked).toHaveBeenCalledTimes(2);
		expect(Math.abs((await engine.now(spring.channel)) - sandbox.clock.now())).toBeLessThan(MINUTE);
	});
});
