import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { searchCampaigns } from '../../nodes/shared/campaign-list';
import { pause } from '../../nodes/BusinessMessagingCampaign/change.operations';
import { plan } from '../../nodes/BusinessMessagingCampaign/plan.operations';
import { getMany, getReport } from '../../nodes/BusinessMessagingCampaign/read.operations';
import { sendDue } from '../../nodes/BusinessMessagingCampaign/send-due.operation';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Operation } from '../../nodes/shared/operation';
import type { SeveralNumbers } from '../support/several-numbers';
import { startSeveralNumbers } from '../support/several-numbers';
import type { StorePlace } from '../support/stores';
import { DATABASES } from '../support/stores';
import { failureOf, requestHelpers, runOperation } from './support/run-operation';

describe.each(DATABASES)('campaigns of a credential with three numbers, on %s', (_, placeOf) => {
	let several: SeveralNumbers;
	let place: StorePlace;
	let ids: string[];
	beforeEach(async () => {
		place = placeOf();
		several = await startSeveralNumbers(3);
		ids = several.sandboxes.map(({ phoneNumberId }) => phoneNumberId);
		for (const { control } of several.sandboxes) await control.addTemplate({ name: 'hello', body: 'Hello.' });
	});
	afterEach(async () => {
		await several.close();
		await (await sharedStore(place.url)).close();
		await place.remove();
	});

	const credential = () => ({ ...several.credential.data, store: place.url });
	const run = (operation: Operation, ...forms: Array<Record<string, unknown>>) =>
		runOperation(
			several.sandboxes[0]!,
			operation,
			...forms.map((form) => ({ ...form, credential: credential() })),
		);
	const sent = () => several.sandboxes.map(({ control }) => control.sent().length);
	const to = (customer: string, fromNumber: string | undefined, campaignId = 'spring') => ({
		campaignId,
		to: customer,
		template: 'hello/en_US',
		fromNumber,
	});

	it('are planned for the number of each item, and one Send Due sends those of all numbers', async () => {
		const planned = await run(
			plan,
			to('491701111111', ids[0]),
			to('491701111112', ids[1]),
			to('491701111113', ids[1]),
		);
		expect(planned.items).toMatchObject([
			{ channel: ids[0], campaign: 'spring', planned: 1 },
			{ channel: ids[1], campaign: 'spring', planned: 2 },
		]);
		const { items, hints } = await run(sendDue, { campaign: '' });
		expect(items.map(({ channel, accepted }) => [channel, accepted])).toEqual([
			[ids[0], 1],
			[ids[1], 2],
			[ids[2], 0],
		]);
		expect(hints.join()).toContain(`${ids[1]}: `);
		expect(sent()).toEqual([1, 2, 0]);
	});

	it('are sent for the other numbers if the key of one is wrong', async () => {
		await run(plan, to('491701111111', ids[0]), to('491701111112', ids[1]), to('491701111113', ids[2]));
		const [, two, three] = several.sandboxes;
		const moreNumbers = several.more([two!, three!], { [two!.phoneNumberId]: { apiKey: 'wrong' } });
		const { items } = await runOperation(several.sandboxes[0]!, sendDue, {
			campaign: '',
			credential: { ...credential(), moreNumbers },
		});
		expect(items.map(({ accepted }) => accepted)).toEqual([1, 0, 1]);
		expect(sent()).toEqual([1, 0, 1]);
	});

	it('end with an error that names the number that it is of', async () => {
		const { message } = await failureOf(
			run(plan, to('491701111111', ids[0]), to('491701111112', ids[1], ' ')),
		);
		expect(message).toMatch(new RegExp(`^Number ${ids[1]}: .*ID`));
		expect((await run(getReport, { campaign: 'spring' })).items).toMatchObject([
			{ channel: ids[0], total: 1 },
		]);
	});

	it('of a number that fails are an error alone if the node has an error output, as n8n routes nothing else there', async () => {
		const form = { campaign: '', options: { timeBudget: 'soon' }, goesOn: true };
		const continued = await run(sendDue, form);
		expect(continued.items).toMatchObject(ids.map((channel) => ({ channel, error: {} })));
		const { items } = await run(sendDue, { ...form, onError: 'continueErrorOutput' });
		expect(items).toEqual(
			ids.map((channel) => ({
				error: expect.objectContaining({
					message: `Number ${channel}: Time Budget (Seconds) must be a number above 0, not soon.`,
				}),
			})),
		);
	});

	it('are found by their ID, unless two numbers have it: then From Number is asked for', async () => {
		await run(plan, to('491701111111', ids[0]), to('491701111112', ids[1]));
		await run(plan, to('491701111112', ids[2], 'summer'));
		expect((await run(getReport, { campaign: 'summer' })).items).toMatchObject([
			{ channel: ids[2], total: 1 },
		]);
		for (const operation of [getReport, pause, sendDue]) {
			const { message } = await failureOf(run(operation, { campaign: 'spring' }));
			expect(message).toBe(
				`Several numbers of the credential have a campaign with this ID: ${ids[0]}, ${ids[1]}. Choose one of them in From Number.`,
			);
		}
		const one = await run(getReport, { campaign: 'spring', fromNumber: ids[1] });
		expect(one.items).toMatchObject([{ channel: ids[1] }]);
		const { message } = await failureOf(run(getReport, { campaign: 'autumn' }));
		expect(message).toContain('No number of the credential has a campaign with this ID.');
	});

	it('are sent for each number as its items say, not as the first item of all does', async () => {
		await run(plan, to('491701111111', ids[0], 'spring'), to('491701111112', ids[1], 'summer'));
		const { items } = await run(
			sendDue,
			{ campaign: 'spring', options: { messagesPerSecond: 20 } },
			{ campaign: 'summer', options: { messagesPerSecond: 40 } },
		);
		const store = await sharedStore(place.url);
		const rates = ids.slice(0, 2).map(async (id) => (await store.rates.read(id)).perSecond);
		expect(await Promise.all(rates)).toEqual([20, 40]);
		expect(items).toMatchObject([
			{ channel: ids[0], accepted: 1, campaigns: [{ campaign: 'spring' }] },
			{ channel: ids[1], accepted: 1, campaigns: [{ campaign: 'summer' }] },
		]);
		expect(sent()).toEqual([1, 1, 0]);
	});

	it('are sent all if one of the items names none, and none if items name several of a number', async () => {
		await run(plan, to('491701111111', ids[0], 'spring'));
		await run(plan, to('491701111112', ids[0], 'summer'));
		const forms = [{ campaign: 'spring' }, { campaign: 'summer' }];
		expect((await failureOf(run(sendDue, ...forms))).message).toBe(
			`Number ${ids[0]}: Nothing was sent. The items name 2 campaigns, such as spring and summer. Send Due sends one campaign, or all. Leave Campaign empty for all, or put a Loop Over Items node before this node.`,
		);
		expect(sent()).toEqual([0, 0, 0]);
		await run(sendDue, ...forms, { campaign: '' });
		expect(sent()).toEqual([2, 0, 0]);
	});

	it('are all listed, each with its number, also in the form', async () => {
		await run(plan, to('491701111111', ids[0]), to('491701111112', ids[1]));
		const { items } = await run(getMany, { returnAll: true });
		expect(items.map(({ channel, campaign }) => [channel, campaign])).toEqual([
			[ids[0], 'spring'],
			[ids[1], 'spring'],
		]);
		const listed = async (fromNumber: string) => {
			const context = {
				getCredentials: () => Promise.resolve(credential()),
				getCurrentNodeParameter: (name: string) => (name === 'fromNumber' ? fromNumber : 'pause'),
				helpers: requestHelpers,
			};
			const { results } = await searchCampaigns.call(context as unknown as ILoadOptionsFunctions);
			return results.map(({ name }) => name);
		};
		expect(await listed('')).toEqual([`spring (1 recipient), ${ids[0]}`, `spring (1 recipient), ${ids[1]}`]);
		expect(await listed(ids[1]!)).toEqual(['spring (1 recipient)']);
	});
});
