import type { Random } from '../support/seeded-random';
import { CHANNEL, customerMessage, handover, preference, templateStatus } from '../support/wire';
import type { SimulatedGateway } from './gateway/simulated-gateway';
import type { Deliveries } from './gateway/deliveries';
import type { PlatformTemplate, Truth } from './gateway/truth';
import type { MachineClock } from './simulated-process';
import type { Worker } from './worker';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const CAMPAIGNS = ['spring', 'summer'] as const;

export interface Stage {
	random: Random;
	truth: Truth;
	gateway: SimulatedGateway;
	deliveries: Deliveries;
	clock: MachineClock;
	perSecond: number;
	/** The name of the policy that decides. */
	policy: string;
	/** The processes that live. */
	workers(): Worker[];
	/** All processes stand still for so long (ms). */
	sleep(ms: number): void;
	/** Virtual time. ms */
	now(): number;
}

/** Ways to write a phone number. */
const SPELLINGS: ReadonlyArray<(phone: string) => string> = [
	(phone) => phone,
	(phone) => `+${phone}`,
	(phone) => `+${phone.slice(0, 2)} ${phone.slice(2, 5)} ${phone.slice(5)}`,
];

/** Content that a message is known by, in each form. */
const contentOf = (label: string) => ({
	freeform: { type: 'text', text: { body: label } } as const,
	template: { components: [{ type: 'body', parameters: [{ type: 'text', text: label }] }] },
});

const idOf = ({ name, language }: PlatformTemplate) => ({ name, language });

/** What people, customers, the platform, and machines do. */
export function openScenario(stage: Stage) {
	const { random, truth, gateway, deliveries, clock } = stage;
	const phones = [...truth.customers.keys()];
	let written = 0;
	let asked = 0;
	const askedTwice = new Set<string>();

	const address = (phone: string) => random.pick(SPELLINGS)(phone);

	function onAnyWorker(act: (worker: Worker) => void): void {
		const workers = stage.workers();
		if (workers.length > 0) act(random.pick(workers));
	}

	function plan(campaign: (typeof CAMPAIGNS)[number]): void {
		const template = truth.templates[CAMPAIGNS.indexOf(campaign)]!;
		// The second campaign has a text for those who have written.
		const withText = campaign === 'summer';
		const recipients = phones.map((phone) => {
			const { freeform, template: values } = contentOf(`${campaign} to ${phone}`);
			return { to: address(phone), ...values, ...(withText && { freeform }) };
		});
		const named = { id: campaign, channel: CHANNEL, template: idOf(template) };
		const { policy, perSecond } = stage;
		onAnyWorker((worker) => worker.plan({ ...named, policy, perSecond }, recipients));
	}

	/** Asks for a message to go out once, often more than once. */
	function ask(): void {
		asked += 1;
		const label = `message ${asked}`;
		const phone = random.pick(phones);
		const template = random.pick(truth.templates);
		const content = contentOf(label);
		const isKept = random.chance(0.3);
		const times = random.chance(0.5) ? 2 : 1;
		if (times > 1) askedTwice.add(label);
		for (let left = times; left > 0; left -= 1) {
			const intent = { channel: CHANNEL, to: address(phone), template: idOf(template) };
			onAnyWorker((worker) => worker[isKept ? 'keep' : 'send'](intent, content, label));
		}
	}

	function customerWrites(): void {
		const customer = truth.customers.get(random.pick(phones))!;
		customer.wroteAt = gateway.now();
		written += 1;
		const standby = random.chance(0.2);
		const message = { at: gateway.now(), from: customer.phone, id: `wamid.in.${written}`, standby };
		deliveries.send(customerMessage(message));
	}

	function customerChooses(): void {
		const customer = truth.customers.get(random.pick(phones))!;
		// Two choices in one second have no order.
		if (gateway.now() - customer.choseAt < 2 * SECOND) return;
		customer.optedOut = !customer.optedOut;
		customer.choseAt = gateway.now();
		const value = customer.optedOut ? 'stop' : 'resume';
		deliveries.send(preference({ at: gateway.now(), contact: customer.phone, value }));
	}

	function tellStatus(template: PlatformTemplate, status: PlatformTemplate['status']): void {
		template.status = status;
		const news =
			status === 'PAUSED' ? { event: 'PAUSED', title: 'RATE_LIMITING_PAUSE' } : { event: 'APPROVED' };
		deliveries.send(templateStatus({ at: gateway.now(), ...idOf(template), ...news }));
	}

	const passControl = (contact: string, to: 'business' | 'agent') =>
		deliveries.send(handover({ at: gateway.now(), contact, to }));

	/** What may happen, and how often in comparison. */
	const happenings: ReadonlyArray<readonly [share: number, act: () => void]> = [
		[8, ask],
		[8, customerWrites],
		[2, customerChooses],
		[2, () => passControl(random.pick(phones), random.pick(['business', 'agent']))],
		[1, () => tellStatus(random.pick(truth.templates), random.pick(['APPROVED', 'PAUSED']))],
		[3, () => plan(random.pick(CAMPAIGNS))],
		[2, () => onAnyWorker((worker) => worker.lookAfter(random.pick(CAMPAIGNS)))],
		[2, () => onAnyWorker(({ process }) => process.crash())],
		[
			2,
			() =>
				onAnyWorker(({ process }) => {
					const wait = random.upTo(random.pick([SECOND, 2 * MINUTE]));
					process.tell(`stands still for ${wait} ms`);
					process.pausedUntil = stage.now() + wait;
				}),
		],
		[0.3, () => stage.sleep(random.upTo(random.pick([5 * MINUTE, 26 * HOUR])))],
		[0.3, () => (clock.ahead += (random.next() - 0.5) * random.pick([10 * SECOND, 2 * HOUR]))],
	];
	const shares = happenings.reduce((sum, [share]) => sum + share, 0);

	return {
		/** Messages that were asked for more than once. */
		askedTwice: askedTwice as ReadonlySet<string>,
		planAll: () => CAMPAIGNS.forEach(plan),
		happen(): void {
			let drawn = random.upTo(shares);
			for (const [share, act] of happenings) {
				drawn -= share;
				if (drawn < 0) return act();
			}
		},
		/** All that holds messages ends, as far as people and the platform can end it. */
		calm(): void {
			for (const template of truth.templates) tellStatus(template, 'APPROVED');
			for (const phone of phones) passControl(phone, 'business');
		},
		lookAfter: () => CAMPAIGNS.forEach((id) => onAnyWorker((worker) => worker.lookAfter(id))),
	};
}
