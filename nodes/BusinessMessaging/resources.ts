import type { Resource } from '../shared/operation';
import { conversation } from './conversation';
import { group } from './group';
import { media } from './media';
import { message } from './message';
import { money } from './money';
import { number } from './number';
import { policy } from './policy';
import { template } from './template';
import { webhook } from './webhook';

/** The resources: first the one that people look for, then the others in the order of their names. */
export const resources: readonly Resource[] = [
	message,
	conversation,
	group,
	media,
	money,
	number,
	policy,
	template,
	webhook,
];
