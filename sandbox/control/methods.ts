import { agentMethods } from './agent-methods';
import { customerMethods } from './customer-methods';
import { groupMethods } from './group-methods';
import { templateMethods } from './template-methods';
import { worldMethods } from './world-methods';

/** What a test or a person can make happen behind the gateway. Every method returns a promise. */
export const actions = {
	...customerMethods,
	...agentMethods,
	...templateMethods,
	...groupMethods,
	...worldMethods,
} as const;
