import type { Resource } from '../shared/operation';
import { conversation } from './conversation';
import { group } from './group';
import { media } from './media';
import { message } from './message';
import { policy } from './policy';
import { template } from './template';
import { webhook } from './webhook';

/** The resources, in the order of their names. */
export const resources: readonly Resource[] = [
	conversation,
	group,
	media,
	message,
	policy,
	template,
	webhook,
];
