/** What statuses say of what a message costs, as its table has it. */
export interface ChargeRow {
	channel: string;
	message_id: string;
	recipient: string;
	account: string;
	contact: string;
	market: string;
	campaign: string | null;
	type: string | null;
	category: string | null;
	subtype: string | null;
	sent_at: number;
	delivered_at: number | null;
	failed_at: number | null;
	/** What it adds to what is spent, and to which sums; null if nobody has counted it. */
	counted: number | null;
	counted_for: string | null;
}

export const CHARGE_COLUMNS = [
	'channel',
	'message_id',
	'recipient',
	'account',
	'contact',
	'market',
	'campaign',
	'type',
	'category',
	'subtype',
	'sent_at',
	'delivered_at',
	'failed_at',
	'counted',
	'counted_for',
] as const satisfies ReadonlyArray<keyof ChargeRow>;
