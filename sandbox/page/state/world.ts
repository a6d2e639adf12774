import type {
	BillRecord,
	CustomerRecord,
	DeliveryRecord,
	EntryRecord,
	GatewayRecord,
	GroupRecord,
	PageRecord,
	TemplateRecord,
	Update,
} from '../../simulator/records';

/**
 * What the page knows of the gateway. `ahead`: how much later it is at the gateway than here, in ms. `isLive`: whether
 * updates arrive.
 */
export interface World {
	readonly isLive: boolean;
	readonly ahead: number;
	readonly records: ReadonlyMap<string, PageRecord>;
	readonly gateway: GatewayRecord | undefined;
	readonly bill: BillRecord | undefined;
	readonly customers: readonly CustomerRecord[];
	readonly groups: readonly GroupRecord[];
	/** Newest first. */
	readonly templates: readonly TemplateRecord[];
	/** Oldest first. */
	readonly entries: readonly EntryRecord[];
	/** Newest first. */
	readonly deliveries: readonly DeliveryRecord[];
}

export const unknownWorld: World = worldFrom(new Map(), 0, false);

/** The world after an update that came when it was `localNow` here. */
export function updated(world: World, { now, reset, put, drop }: Update, localNow: number): World {
	const records = new Map(reset ? [] : world.records);
	for (const key of drop) records.delete(key);
	for (const [key, record] of Object.entries(put)) records.set(key, record);
	return worldFrom(records, now - localNow, true);
}

function worldFrom(records: World['records'], ahead: number, isLive: boolean): World {
	const all = [...records.values()];
	const byOrder = (a: { order: number }, b: { order: number }) => a.order - b.order;
	return {
		records,
		ahead,
		isLive,
		gateway: all.find((record) => record.kind === 'gateway'),
		bill: all.find((record) => record.kind === 'bill'),
		customers: all.filter((record) => record.kind === 'customer'),
		groups: all.filter((record) => record.kind === 'group'),
		templates: all.filter((record) => record.kind === 'template').reverse(),
		entries: all.filter((record) => record.kind === 'entry').sort(byOrder),
		deliveries: all
			.filter((record) => record.kind === 'delivery')
			.sort(byOrder)
			.reverse(),
	};
}

/** What the chat with this key is called; `undefined` if the page doesn't know it. */
export function titleOf({ records }: World, key: string | undefined): string | undefined {
	const record = records.get(key ?? '');
	if (record?.kind === 'customer') return record.name;
	return record?.kind === 'group' ? record.subject : undefined;
}

/** The list that the chat's customer is in; `null` for everybody else, and for groups. */
export function listOf({ records }: World, key: string): string | null {
	const record = records.get(key);
	return record?.kind === 'customer' ? record.list : null;
}

/**
 * Whether a workflow takes the events, as far as a gateway can know. It can't see whether a workflow is published: that
 * shows only in what the webhook answered last.
 */
export type Listening =
	| { readonly state: 'unknown' | 'nobody' }
	/** `tookAt`: when it took the last event (epoch ms), if it took any. */
	| { readonly state: 'workflow'; readonly tookAt?: number }
	/**
	 * `status`: the webhook's last answer, or null if none came. `since`: when it first failed to take an event (epoch ms).
	 * `isTest`: whether it is what n8n listens at for one event of a test, and no longer.
	 */
	| {
			readonly state: 'failing';
			readonly status: number | null;
			readonly since: number;
			readonly isTest: boolean;
	  };

/** Who listens now. */
export function listening({ deliveries, gateway, isLive }: World): Listening {
	if (!isLive || gateway === undefined) return { state: 'unknown' };
	if (!gateway.webhook) return { state: 'nobody' };
	const attempts = attemptsAt(deliveries, gateway.webhook);
	const taken = attempts.findLastIndex(({ outcome }) => outcome === 'delivered');
	const [first] = attempts.slice(taken + 1);
	if (first) {
		const { status } = attempts.at(-1)!;
		const isTest = status === 404 && gateway.webhook.includes('/webhook-test/');
		return { state: 'failing', status, since: first.at, isTest };
	}
	const last = attempts.at(-1);
	return last ? { state: 'workflow', tookAt: last.at } : { state: 'workflow' };
}

/** All attempts to deliver anything to a URL, oldest first. */
const attemptsAt = (deliveries: readonly DeliveryRecord[], webhook: string) =>
	deliveries
		.flatMap(({ attempts }) => attempts)
		.filter(({ url }) => url === webhook)
		.sort((a, b) => a.at - b.at);
