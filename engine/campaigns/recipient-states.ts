/**
 * The states of a message of a campaign.
 *
 * | state | means |
 * | --- | --- |
 * | planned | it waits for its turn |
 * | claimed | a worker has it for a while (a lease), and hasn't handed it to the gateway |
 * | sending | it is being handed to the gateway: written just before the call |
 * | accepted | the gateway took it, which isn't delivery yet |
 * | delivered, read | the customer's device has it; the customer saw it |
 * | failed | the gateway refused it for good, at once or later |
 * | held | it can't go out now; it is decided again when it is due |
 * | skipped | it won't go out |
 * | unconfirmed | it was handed to the gateway, and what became of it isn't known: a later status says |
 */
export const RECIPIENT_STATES = [
	'planned',
	'claimed',
	'sending',
	'accepted',
	'delivered',
	'read',
	'failed',
	'held',
	'skipped',
	'unconfirmed',
] as const;

export type RecipientState = (typeof RECIPIENT_STATES)[number];

/** What moves a recipient on. */
export type RecipientStep =
	| 'claim'
	| 'release'
	| 'hold'
	| 'skip'
	| 'begin'
	| 'refuse'
	| 'lose'
	| 'accept'
	| 'retry'
	| 'hear accepted'
	| 'hear failed'
	| 'hear delivered'
	| 'hear read';

interface RecipientTransition {
	from: readonly RecipientState[];
	step: RecipientStep;
	/** What happened. */
	by: string;
	to: RecipientState;
}

/** States in which nothing is known to be out, so that it may go out. */
const WAITING = ['planned', 'held'] as const;
/** States in which an answer says what became of the message, even if its worker was given up. */
const HANDED_OVER = ['sending', 'unconfirmed'] as const;

/** The way of a message. Nothing else happens: a step that finds another state changes nothing. */
export const RECIPIENT_TRANSITIONS: readonly RecipientTransition[] = [
	{ from: WAITING, step: 'claim', by: 'a worker takes it, as it is due', to: 'claimed' },
	{ from: ['claimed'], step: 'claim', by: 'its worker is gone: another takes it', to: 'claimed' },
	{ from: ['claimed', 'sending'], step: 'release', by: 'its worker stops before the call', to: 'planned' },
	{ from: ['claimed'], step: 'hold', by: 'the rules hold it', to: 'held' },
	{ from: HANDED_OVER, step: 'hold', by: 'the gateway refused it for now', to: 'held' },
	{ from: [...WAITING, 'claimed'], step: 'skip', by: 'the rules, the end or a person', to: 'skipped' },
	{ from: HANDED_OVER, step: 'skip', by: 'refused, and the rules now skip it', to: 'skipped' },
	{ from: ['claimed'], step: 'begin', by: 'the call is about to be made', to: 'sending' },
	{ from: ['claimed', ...HANDED_OVER], step: 'refuse', by: 'refused for good', to: 'failed' },
	{ from: ['sending'], step: 'lose', by: 'its answer was lost, or its worker is gone', to: 'unconfirmed' },
	{ from: HANDED_OVER, step: 'accept', by: 'the gateway accepts it', to: 'accepted' },
	{ from: ['failed', 'held', 'unconfirmed'], step: 'retry', by: 'a person asks for it', to: 'planned' },
	{
		from: ['planned', 'claimed', 'sending', 'held', 'skipped', 'unconfirmed'],
		step: 'hear accepted',
		by: 'a status: sent',
		to: 'accepted',
	},
	{
		from: ['sending', 'unconfirmed', 'accepted'],
		step: 'hear failed',
		by: 'a status: failed, of this try',
		to: 'failed',
	},
	{
		from: ['planned', 'claimed', 'sending', 'held', 'skipped', 'unconfirmed', 'accepted', 'failed'],
		step: 'hear delivered',
		by: 'a status: delivered',
		to: 'delivered',
	},
	{
		from: [
			'planned',
			'claimed',
			'sending',
			'held',
			'skipped',
			'unconfirmed',
			'accepted',
			'failed',
			'delivered',
		] as RecipientState[],
		step: 'hear read',
		by: 'a status: read, or played',
		to: 'read',
	},
];

/** The states that a step moves on from to a state, or to any. */
export function statesBefore(step: RecipientStep): readonly RecipientState[] {
	return RECIPIENT_TRANSITIONS.filter((row) => row.step === step).flatMap(({ from }) => from);
}
