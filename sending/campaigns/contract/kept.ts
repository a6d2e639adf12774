import type { RecipientState } from '../../../engine';
import type { FreeformContent } from '../../../platform';
import type { Content } from '../../content';
import type { SendOptions } from '../../send-options';

export interface KeepOptions extends Pick<SendOptions, 'once' | 'campaign'> {
	/** It is skipped from then on. Epoch ms */
	until?: number;
	/** The policy that decides; `strict` when left out. The newest version at this time is kept. */
	policy?: string;
	/** When it is tried first: the `retryAt` of the outcome that held it. Epoch ms; immediately by default */
	dueAt?: number;
	/** Why it was held. */
	rule?: string;
	reason?: string;
}

/** What is kept, in each form that the rules may choose. JSON: files are uploaded before, or links. */
export interface KeptContent extends Omit<Content, 'freeform'> {
	freeform?: FreeformContent;
}

/** A message that is kept until it may go out. */
export interface Kept {
	/** The reserved campaign of kept messages, `kept:<channel>`. */
	campaign: string;
	key: string;
	state: RecipientState;
	/** When it is looked at next. Epoch ms */
	due?: number;
	/** Whether it was kept or sent before, so that nothing was kept now. */
	repeated: boolean;
}
