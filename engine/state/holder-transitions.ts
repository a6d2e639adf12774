import type { Holder } from '../../platform';
import { RANK } from './register';

/** What shows who holds a conversation: an act of ours, or a part of a delivery. */
export type HolderSign =
	| 'sent'
	| 'release'
	| 'pass-to-agent'
	| 'pass-to-business'
	| 'pass-to-other'
	| 'take'
	| 'refused-for-owner'
	| 'handover-to-agent'
	| 'handover-to-business'
	| 'handover-to-other'
	| 'handover-to-nobody-named'
	| 'message'
	| 'standby-message'
	| 'agent-reply';

/** What the register `holder` keeps. */
export type HolderMark = Holder | 'released';

/** A row of the interface's table of conversation control. */
export interface HolderTransition {
	/** Where the interface has it begin; `any` if the interface shows only who holds the conversation afterwards. */
	from: Holder | 'any';
	trigger: string;
	sign: HolderSign;
	/** `released`: the agent, unless none answers on this number. */
	to: HolderMark;
	rank: number;
}

/**
 * The interface's table of conversation control, with the handover event that follows each of its rows, then what
 * else shows the holder. Our own acts count at once, so that it is right without a handover event too: not every
 * provider sends one for a release (docs/interface.md, Where the sources differ).
 */
export const HOLDER_TRANSITIONS: readonly HolderTransition[] = [
	{
		from: 'agent',
		trigger: 'the business sends a freeform message to the conversation (templates move nothing)',
		sign: 'sent',
		to: 'business',
		rank: RANK.ownAct,
	},
	{
		from: 'business',
		trigger: 'thread-control release action',
		sign: 'release',
		to: 'released',
		rank: RANK.ownAct,
	},
	{
		from: 'business',
		trigger: 'messaging_handovers event: the previous owner is the business',
		sign: 'handover-to-agent',
		to: 'agent',
		rank: RANK.handover,
	},
	{
		from: 'agent',
		trigger: 'messaging_handovers event: the previous owner is the agent',
		sign: 'handover-to-business',
		to: 'business',
		rank: RANK.handover,
	},
	{
		from: 'any',
		trigger: 'messaging_handovers event: the new owner is another responder',
		sign: 'handover-to-other',
		to: 'other',
		rank: RANK.handover,
	},
	{
		from: 'business',
		trigger: 'messaging_handovers event that names no role, on a number with two responders',
		sign: 'handover-to-nobody-named',
		to: 'released',
		rank: RANK.handover,
	},
	{
		from: 'business',
		trigger: 'thread-control pass action to the agent',
		sign: 'pass-to-agent',
		to: 'agent',
		rank: RANK.ownAct,
	},
	{
		from: 'business',
		trigger: 'thread-control pass action to another responder, or to nobody by name',
		sign: 'pass-to-other',
		to: 'other',
		rank: RANK.ownAct,
	},
	{
		from: 'business',
		trigger: 'thread-control pass action to the business itself',
		sign: 'pass-to-business',
		to: 'business',
		rank: RANK.ownAct,
	},
	{ from: 'agent', trigger: 'thread-control take action', sign: 'take', to: 'business', rank: RANK.ownAct },
	{
		from: 'any',
		trigger: 'a freeform message is refused, as another responder owns the conversation',
		sign: 'refused-for-owner',
		to: 'other',
		rank: RANK.answer,
	},
	{
		from: 'any',
		trigger: 'a message of the customer in the field messages',
		sign: 'message',
		to: 'business',
		rank: RANK.message,
	},
	{
		from: 'any',
		trigger: 'a message of the customer in the field standby',
		sign: 'standby-message',
		to: 'agent',
		rank: RANK.message,
	},
	{
		from: 'any',
		trigger: 'an echo of a message of the agent',
		sign: 'agent-reply',
		to: 'agent',
		rank: RANK.message,
	},
];

const transitionOfSign = new Map(HOLDER_TRANSITIONS.map((row) => [row.sign, row]));

/** Who holds the conversation after a sign, and how much the sign says. */
export function holderAfter(sign: HolderSign): Pick<HolderTransition, 'to' | 'rank'> {
	return transitionOfSign.get(sign)!;
}
