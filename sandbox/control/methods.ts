import { accountMethods } from './account-methods';
import { agentMethods } from './agent-methods';
import { customerMethods } from './customer-methods';
import { groupMethods } from './group-methods';
import { phoneAppMethods } from './phone-app-methods';
import { simulatorMethods } from './simulator-methods';
import { templateMethods } from './template-methods';
import { templateVerdictMethods } from './template-verdict-methods';
import { worldMethods } from './world-methods';

/** What a test or a person can make happen behind the gateway. Every method returns a promise. */
export const actions = {
	...customerMethods,
	...agentMethods,
	...templateMethods,
	...templateVerdictMethods,
	...groupMethods,
	...accountMethods,
	...phoneAppMethods,
	...simulatorMethods,
	...worldMethods,
} as const;
