import { createGatewayClient } from '../../gateway';
import { startSharing } from '../../nodes/BusinessMessagingTrigger/sharing';
import { sharedStore } from '../../nodes/shared/shared-store';
import type { Sandbox } from '../../sandbox';
import { startSandbox } from '../../sandbox';
import { openTestClock } from '../support/test-clock';
import type { StorePlace } from '../support/stores';
import { inSqlite } from '../support/stores';
import { MINUTE } from '../support/wire';
import { requestHelpers } from './support/run-operation';
import { triggerContext } from './support/trigger-context';

const URL_OF_SUPPORT = 'http://127.0.0.1:9/webhook/support';
const SUPPORT = { id: 'support/trigger', name: 'Support' };

let sandbox: Sandbox;
let place: StorePlace;
let reported: string[];
let end: () => Promise<void>;
let apiKey: string;
/** How often the credential was read. */
let reads: number;
const clock = openTestClock();

beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
	place = inSqlite();
	[reported, reads] = [[], 0];
	apiKey = sandbox.apiKey;
	await supportIsPublished();
	end = await startSharing(sharingContext(), clock.runtime);
});
afterEach(async () => {
	await end();
	await (await sharedStore(place.url)).close();
	await place.remove();
});

/** The context of a published trigger that shares the number of the sandbox. */
const sharingContext = () =>
	triggerContext({
		form: { events: ['message'], ifAnotherListens: 'share' },
		workflow: 'sharing',
		credential() {
			reads += 1;
			const { url: baseUrl, phoneNumberId, signingSecret } = sandbox;
			return { profile: 'gateway', baseUrl, apiKey, phoneNumberId, signingSecret, store: place.url };
		},
		reported,
	});

const deliverTo = (url: string) =>
	createGatewayClient({ baseUrl: sandbox.url, apiKey: sandbox.apiKey }).webhook.set(url);

/** The workflow "Support" receives the events of the number, as its trigger notes it. */
async function supportIsPublished(): Promise<void> {
	const { webhooks } = await sharedStore(place.url);
	await webhooks.noteOurs(
		sandbox.phoneNumberId,
		{ url: URL_OF_SUPPORT, owner: SUPPORT, active: true },
		clock.now(),
	);
	await deliverTo(URL_OF_SUPPORT);
}

async function supportIsUnpublished(): Promise<void> {
	await (await sharedStore(place.url)).webhooks.deactivate(sandbox.phoneNumberId, URL_OF_SUPPORT);
}

/** Lets the trigger look at its credential and its number some times more. */
async function looked(): Promise<void> {
	const until = reads + 10;
	await clock.passUntil(() => reads >= until, MINUTE);
}

describe('A trigger that shares a number', () => {
	it('reports nothing while the other workflow is published', async () => {
		await looked();
		expect(reported).toEqual([]);
	});

	it('reports once, with a name, that the other workflow was unpublished', async () => {
		await supportIsUnpublished();
		await clock.passUntil(() => reported.length > 0, MINUTE);
		await looked();
		expect(reported).toEqual([
			'Events of the phone number no longer come in: The workflow "Support", which received them, isn\'t published any more. Publish it again. To let this workflow receive them itself, set If Another Workflow Listens to Receive Itself in this trigger. What customers write until then comes afterwards, as the gateway tries again for up to 7 days. The trigger keeps trying. Nothing that was received is lost.',
		]);
	});

	it('reports nothing of it if the other workflow is published anew at once', async () => {
		await end();
		const asked = jest.spyOn(requestHelpers, 'httpRequest');
		end = await startSharing(sharingContext(), clock.runtime);
		await supportIsUnpublished();
		await clock.passUntil(() => asked.mock.calls.length > 0, MINUTE);
		await asked.mock.results[0]!.value;
		asked.mockRestore();
		await supportIsPublished();
		await looked();
		expect(reported).toEqual([]);
	});

	it("reports nothing of it if the number delivers to somebody else, or the gateway can't be asked", async () => {
		await supportIsUnpublished();
		await deliverTo('http://127.0.0.1:9/elsewhere');
		await looked();
		await deliverTo(URL_OF_SUPPORT);
		apiKey = 'wrong';
		await looked();
		expect(reported).toEqual([]);
	});
});
