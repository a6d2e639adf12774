import type {
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
	readonly customers: readonly CustomerRecord[];
	readonly groups: readonly GroupRecord[];
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
		customers: all.filter((record) => record.kind === 'customer'),
		groups: all.filter((record) => record.kind === 'group'),
		templates: all.filter((record) => record.kind === 'template'),
		entries: all.filter((record) => record.kind === 'entry').sort(byOrder),
		deliveries: all
			.filter((record) => record.kind === 'delivery')
			.sort(byOrder)
			.reverse(),
	};
}
