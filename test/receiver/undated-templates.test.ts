import type { MessagingEvent } from '../../engine';
import { signPayload } from '../../engine';
import { receiveDelivery } from '../../receiver';
import { createTemplateAsker } from '../../sending';
import type { Stage } from '../sending/stage';
import { openStage } from '../sending/stage';
import fc from '../support/properties';
import { templateQuality } from '../support/wire';

const SECRET = 'signing secret';
const HELLO = { name: 'hello', language: 'en_US' };
/** The gateway's clock counts if it differs by more than 5 s. ms */
const WHILE = 10_000;

/** A delivery as the interface shows it: without `entry[].time`. */
function undated(payload: unknown): string {
	const body = JSON.parse(JSON.stringify(payload)) as { entry: Array<{ time?: number }> };
	for (const entry of body.entry) delete entry.time;
	return JSON.stringify(body);
}

let stage: Stage;
beforeEach(async () => {
	stage = await openStage();
});
afterEach(() => stage.close());

/** The deliveries about the template so far, oldest first. */
async function told(): Promise<string[]> {
	await stage.sandbox.control.idle();
	return stage.sandbox.control
		.deliveries()
		.map(({ payload }) => undated(payload))
		.filter((text) => text.includes('message_template_status_change'));
}

interface Receiving {
	/** Whether the gateway answers. */
	asks?: boolean;
	/** Whether n8n answers with 200. */
	end?: 'confirmed' | 'released';
}

/** Takes in a delivery. @returns the statuses that a trigger starts executions for */
async function receive(text: string, { asks = true, end = 'confirmed' }: Receiving = {}) {
	const { engine, gateway, sandbox } = stage;
	const ask = createTemplateAsker(engine, gateway, { channel: sandbox.phoneNumberId });
	const receipt = await receiveDelivery(
		{ rawBody: Buffer.from(text), signature: signPayload(text, SECRET) },
		{
			engine,
			secret: SECRET,
			channel: sandbox.phoneNumberId,
			start: { trigger: 'workflow/node', wants: ({ kind }: MessagingEvent) => kind.startsWith('template_') },
			askTemplate: asks ? ask : () => Promise.reject(new Error('The gateway is gone.')),
		},
	);
	expect(receipt.status).toBe(200);
	await receipt.settle(end);
	return receipt.toStart.map((event) =>
		event.kind === 'template_status' ? event.status : (event as { quality?: string }).quality,
	);
}

const state = async () => {
	const { channel } = stage.intent;
	const account = stage.sandbox.accountId;
	return (await stage.engine.template({ channel, account, template: HELLO })).state;
};

/** What happens to a template at the gateway. */
const HAPPENS = {
	approve: () => stage.sandbox.control.approve('hello'),
	reject: () => stage.sandbox.control.reject('hello'),
	pause: () => stage.sandbox.control.pause('hello', undefined, 'pacing'),
	disable: () => stage.sandbox.control.disable('hello'),
	async edit() {
		const [{ external_id: id } = {}] = await stage.gateway.templates.translations('hello');
		const text = `Hello from the shop, at ${stage.sandbox.clock.now()}.`;
		await stage.gateway.templates.edit(id!, { components: [{ type: 'BODY', text }] });
	},
};
type Happening = keyof typeof HAPPENS;

/** Time passes. */
async function pass(): Promise<void> {
	const { engine, sandbox } = stage;
	await sandbox.clock.advance(WHILE);
	await engine.observeClock(sandbox.phoneNumberId, sandbox.clock.now());
}

async function happen(...all: Happening[]): Promise<string> {
	for (const one of all) {
		await pass();
		await HAPPENS[one]();
	}
	return (await told()).at(-1)!;
}

const LISTED = {
	APPROVED: 'sendable',
	REJECTED: 'rejected',
	PAUSED: 'paused',
	DISABLED: 'disabled',
	PENDING: 'in-review',
} as const;
async function stateAtGateway() {
	const item = await stage.gateway.templates.get('hello', 'en_US');
	return LISTED[item!.status as keyof typeof LISTED];
}

describe('a template event without a time', () => {
	it('that says the same as an older one is news if the template was another in between', async () => {
		const first = await happen('edit', 'approve');
		expect(await receive(first)).toEqual(['APPROVED']);
		await happen('edit');
		await pass();
		await stage.engine.record({
			kind: 'template-edited',
			channel: stage.intent.channel,
			template: HELLO,
			account: stage.sandbox.accountId,
		});
		expect(await state()).toBe('in-review');
		const second = await happen('approve');
		expect(second).toBe(first);
		expect(await receive(second)).toEqual(['APPROVED']);
		expect(await state()).toBe('sendable');
	});

	it('is news also if a list has said it before the event came', async () => {
		const first = await happen('edit', 'approve');
		await receive(first);
		await happen('edit');
		await pass();
		const list = async () => {
			const templates = (await stage.gateway.templates.translations('hello')).map(
				({ name, language, status }) => ({ name, language, status }),
			);
			const account = stage.sandbox.accountId;
			await stage.engine.record({ kind: 'templates-listed', ...stage.intent, account, templates });
		};
		await list();
		await happen('approve');
		await pass();
		await list();
		expect(await receive(first)).toEqual(['APPROVED']);
		expect(await receive(first)).toEqual([]);
	});

	it('is a repeat if nothing happened: it starts nothing, and changes nothing', async () => {
		const approved = await happen('edit', 'approve');
		await receive(approved);
		await pass();
		expect(await receive(approved)).toEqual([]);
		expect(await state()).toBe('sendable');
	});

	it('that is out of date says what the gateway says now', async () => {
		const rejected = await happen('edit', 'reject');
		await happen('approve');
		expect(await receive(rejected)).toEqual(['APPROVED']);
		expect(await state()).toBe('sendable');
	});

	it('starts the execution with its next delivery if n8n didn’t take the first', async () => {
		const approved = await happen('edit', 'approve');
		expect(await receive(approved, { end: 'released' })).toEqual(['APPROVED']);
		expect(await receive(approved)).toEqual(['APPROVED']);
		expect(await receive(approved)).toEqual([]);
	});

	it('is deleted if the gateway no longer has it', async () => {
		const rejected = await happen('edit', 'reject');
		await stage.gateway.templates.delete('hello');
		expect(await receive(rejected)).toEqual(['DELETED']);
		expect(await state()).toBe('deleted');
	});

	it('is taken as it comes if the gateway doesn’t answer', async () => {
		const rejected = await happen('edit', 'reject');
		expect(await receive(rejected, { asks: false })).toEqual(['REJECTED']);
		expect(await receive(rejected, { asks: false })).toEqual([]);
		expect(await state()).toBe('rejected');
	});

	it('of another account isn’t asked about', async () => {
		const approved = (await happen('edit', 'approve')).replaceAll(stage.sandbox.accountId, 'another');
		await stage.sandbox.control.customerWrites({ from: '491701234567' });
		await stage.hear();
		await happen('reject');
		expect(await receive(approved)).toEqual(['APPROVED']);
	});

	it('a quality is the one that the gateway lists', async () => {
		const rated = undated(templateQuality({ at: 0, quality: 'RED', name: 'hello' })).replace(
			/"id":"\d+"/,
			`"id":"${stage.sandbox.accountId}"`,
		);
		expect(await receive(rated)).toEqual(['UNKNOWN']);
		expect(await receive(rated)).toEqual([]);
	});
});

const HAPPENINGS = fc.array(fc.constantFrom<Happening>('approve', 'reject', 'pause', 'disable', 'edit'), {
	minLength: 1,
	maxLength: 6,
});

it('redeliveries in all orders, also between the changes, end as the gateway has it, and start nothing then', async () => {
	await fc.assert(
		fc.asyncProperty(HAPPENINGS, fc.array(fc.nat(), { maxLength: 12 }), async (happenings, orders) => {
			await stage.close();
			stage = await openStage();
			const picks = [...orders];
			const deliverSome = async (count: number) => {
				const all = await told();
				for (const pick of picks.splice(0, count)) {
					if (all.length > 0) await receive(all[pick % all.length]!);
				}
			};
			for (const one of happenings) {
				await happen(one);
				await deliverSome(2);
			}
			const all = await told();
			if (all.length === 0) return;
			await receive(all.at(-1)!);
			await deliverSome(picks.length);
			expect(await state()).toBe(await stateAtGateway());
			for (const text of all) expect(await receive(text)).toEqual([]);
			expect(await state()).toBe(await stateAtGateway());
		}),
		{ numRuns: 15 },
	);
}, 60_000);
