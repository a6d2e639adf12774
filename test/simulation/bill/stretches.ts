import { HOUR, SECOND } from '../../../base';
import type { Faults, Sandbox, Settings } from '../../../sandbox';
import type { Random } from '../../support/seeded-random';
import { billedPrices } from './contract';
import type { Crowd } from './crowd';

/** A time in which messages go out alike. */
interface Stretch {
	/** When it begins, from the midnight on that ends the year. ms */
	at: number;
	/** How many messages of a hundred go out in it. */
	share: number;
	/** From now on. */
	settings?: Partial<Settings>;
	/** In this time only. The seed is added. */
	faults?: Faults;
	/** How many of the messages that were delivered are read. */
	read: number;
	/** What happens before the messages go out. */
	begin?(scene: Scene): Promise<void>;
}

interface Scene {
	sandbox: Sandbox;
	crowd: Crowd;
	random: Random;
	/** Whose phone is off. */
	offline: Set<string>;
}

const AWAY = 20;

async function switchOff({ sandbox, crowd, random, offline }: Scene): Promise<void> {
	for (let count = 0; count < AWAY; count += 1) offline.add(random.pick(crowd.people));
	for (const one of offline) await sandbox.control.goOffline(one);
}

/** Half of those whose phone is off get their messages now. The others never do. */
async function switchOn({ sandbox, offline }: Scene): Promise<void> {
	for (const one of [...offline].slice(0, AWAY / 2)) {
		offline.delete(one);
		await sandbox.control.comeOnline(one);
	}
}

async function clickOnAd({ sandbox, crowd }: Scene): Promise<void> {
	for (const from of crowd.clickers) await sandbox.control.customerWrites({ from, type: 'ad_click' });
}

async function answerInPhoneApp({ sandbox, crowd }: Scene): Promise<void> {
	for (const to of crowd.talkers.slice(0, 5)) await sandbox.control.appReplies({ to });
	for (const to of crowd.talkers.slice(5, 10)) await sandbox.control.agentReplies({ to, text: 'Hello' });
}

/** Two days around the end of a year, in which everything happens that decides what a message costs. */
export const stretches = (currency: string): readonly Stretch[] => [
	{ at: -30 * HOUR, share: 20, read: 0.3, begin: clickOnAd },
	{ at: -20 * HOUR, share: 5, settings: { pricingStatus: 'read' }, read: 1, begin: answerInPhoneApp },
	{
		at: -8 * HOUR,
		share: 12,
		settings: { pricingStatus: 'sent' },
		faults: { failStatus: { code: 131026, after: 'sent' }, duplicateWebhooks: true, rate: 0.06 },
		read: 0.1,
	},
	{ at: -2 * HOUR, share: 15, read: 0.1, begin: switchOff },
	{ at: -SECOND, share: 6, read: 0 },
	{ at: 0, share: 8, settings: { prices: billedPrices(currency, 'after') }, read: 0.1 },
	{ at: 3 * HOUR, share: 6, settings: { paidExempt: true }, read: 0 },
	{
		at: 6 * HOUR,
		share: 10,
		settings: { paidExempt: false, pricingStatus: 'delivered' },
		read: 0.2,
		begin: switchOn,
	},
	{ at: 15 * HOUR, share: 6, faults: { skipDelivered: true }, read: 0.8 },
	{ at: 26 * HOUR, share: 12, settings: { pricingStatus: 'sent' }, read: 0.2 },
];

/** A share of those who got messages read them: in a group, each for himself. */
export async function readMessages(
	{ sandbox, crowd, random, offline }: Scene,
	messages: ReturnType<Sandbox['control']['sent']>,
	share: number,
): Promise<void> {
	const { control } = sandbox;
	for (const { id, to, userId, status, type, recipientType } of messages) {
		const isAway = offline.has(to) || (userId !== undefined && offline.has(userId));
		if (status === 'failed' || type === 'reaction' || isAway || !random.chance(share)) continue;
		if (recipientType === 'individual') await control.customerReads(id);
		else for (const one of crowd.groups.get(to) ?? []) await control.customerReads(id, 'read', one);
	}
}

export type { Scene };
